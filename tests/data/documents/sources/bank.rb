require 'json'
require_relative "a#{name}"

# Banks.
module Bank
  LIMIT = 10

  class Account < Base
    attr_reader :balance # now
    class << self
      def open(*args, **more, &block) = new(*args)
    end

    def initialize(balance = 0)
      @balance = balance
      @log ||= []
    end

    def self.find(id)
      return nil unless id
      id > 0 ? get(id) : raise("bad")
    end

    def withdraw!(n)
      if n > @balance then raise 'poor'
      elsif n == 0
        log(n)
      else
        @balance -= n
      end
      while n > 0 do n -= 1 end
      for i in 1..3 do puts i end
      case n
      when 1, 2 then one
      else other
      end
      case [n]
      in [Integer => x] then use(x)
      end
      begin
        risky
      rescue IOError => e
        retry
      ensure
        done
      end
      items.each do |item|
        next if item.nil?
        yield item
      end
      later = ->(x) { x.run }
      text = <<~TEXT
        some #{value(1)} here
      TEXT
    end
  end
end

class Bank::Branch; end

account = Bank::Account.new(10)
puts account.balance, [1, 2].map { |x| x + 1 }

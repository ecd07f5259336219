'use strict';
import fs, { read as load } from 'fs'; // files
import data from './data.json' with { type: 'json' };

/**
 * A box.
 */
export class Box extends Base {
  static count = 0
  #value = () => { return 1; };
  static { Box.count = 1; }
  constructor(a) { super(a); }
  get value() { return this.#value; }
  async *items() { for await (const x of this) { yield x; } }
}

export default function main(args) {
  var i, n = args.length;
  for (i = 0; i < n; i++) if (args[i]) run(args[i]); else skip();
  for (;;) { break; }
  with (args) { length }
  outer: do { continue outer; } while (false);
  return { a: 1, run() { return 2; }, f: async () => { await x; } };
}

exports.go = function go() { return 1; };
const later = async a => {
  try { await a } catch (e) { throw e } finally { debugger }
};
let [first, second] = [1, 2], third = class Named { m() { return 3; } };
switch (first) { case 1: one(); break; default: other(); }
if (x) { /* nothing */ } else { y() }
const text = `a ${(() => { inner(); })()} b`;

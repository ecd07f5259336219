// Package shop sells.
package shop

import (
	"fmt"
	_ "os" // for its effect
)

const Limit = 10
const (
	First, Second = iota, 1
	Third, Fourth
)

var shared, other = map[string]func(){"a": func() { fmt.Println() }}, 2

type Point struct {
	X, Y int
	*Embedded
	name string `json:"name"`
}

type (
	Shape interface {
		Area() float64
		fmt.Stringer
	}
	Number = int
	List[T any] []T
)

func (p *Point) Add(q Point) (sum Point, err error) {
	if err := p.check(); err != nil {
		return
	} else if q.X > 0 {
		q.X--
	} else {
		q.X++
	}
	for i, x := range xs {
		switch y := x.(type) {
		case int, string:
			fallthrough
		default:
			continue
		}
		_ = i
	}
	for ; ; i += 2 {
		break
	}
	select {
	case ch <- 1:
		sent()
	case v := <-ch:
		var w = v
		use(w)
	default:
	}
again:
	defer func() {
		if r := recover(); r != nil { goto again }
	}()
	go p.run(func(n int) int { return n })
	{
		type local struct{ a int }
	}
	ch <- 2
	return *p, nil
}

func (l List[T]) Len() int { return len(l) }

func init() {}

//! Points.
use std::{fmt, io::*};
extern crate alloc;

#[derive(Debug, Clone)]
pub struct Point<T> {
    /// across
    pub x: T,
    y: i32,
}
struct Unit;
struct Pair(i32, i32);
union Either { a: u32, b: f32 }

pub enum Shape { Round(f64), Square { side: f64 }, Nothing = 3 }

pub const LIMIT: usize = 10;
static mut COUNT: u32 = 0;
type Alias<T> = Vec<T>;

pub trait Area: fmt::Debug {
    const SIDES: u32;
    type Unit;
    fn area(&self) -> f64;
    fn twice(&self) -> f64 { self.area() * 2.0 }
}

impl<T: Copy> Point<T> {
    pub fn new(x: T) -> Self { Point { x, y: 0 } }
}

impl<T> Area for Point<T> where T: fmt::Debug {
    fn area(&self) -> f64 {
        let sum = { let a = 1; a + 2 };
        if sum > 2 { return 1.0; } else if sum == 1 { println!("one"); }
        for i in 0..3 { if i == 1 { continue; } }
        while let Some(x) = next() { break; }
        loop { break; }
        match sum {
            1 | 2 => one(),
            n if n > 3 => { other(n); }
            _ => unreachable!(),
        }
        let f = |a: i32| { let b = a; b };
        unsafe { COUNT += 1 };
        fn nested() -> i32 { 1 }
        sum as f64
    }
}

mod inner {
    pub(crate) mod deep { pub fn far() {} }
}

extern "C" { fn abs(n: i32) -> i32; }

macro_rules! twice { ($x:expr) => { $x * 2 }; }

async fn main() -> Result<()> { /* nothing */ Ok(()) }

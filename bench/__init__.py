"""Side-by-side runs: ours beside a baseline, interleaved in one process. Ratios count; no time is asserted."""

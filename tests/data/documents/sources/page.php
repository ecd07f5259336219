<!DOCTYPE html>
<?php
declare(strict_types=1);
namespace App\Pages;

use App\{Base, Other as O};
use function App\run;

const VERSION = '1', BUILD = 2;
define('OLD', 1);

/** A page. */
#[Route('/page')]
abstract class Page extends Base implements \Countable
{
    use Logs, Caches { log as protected; }
    const MAX = 10;
    private ?string $title = null, $other;
    public static int $count = 0;

    public function __construct(private readonly string $name) { $this->title = $name; }

    public function render(array $parts = []): string
    {
        if (!$parts) { return ''; } elseif (count($parts) > 3) echo 'many'; else { print('few'); }
        foreach ($parts as $key => $part) { if ($part) continue; break; }
        for ($i = 0; $i < 3; $i++) run($i);
        while ($i > 0): $i--; endwhile;
        do { $i++; } while ($i < 3);
        switch ($i) { case 1: one(); break; default: other(); }
        try { risky(); } catch (\Exception | \Error $e) { throw $e; } finally { done(); }
        $f = function ($a) use ($i) { return $a; };
        $g = fn($a) => $a * 2;
        $kind = match (true) { $i > 1 => 'a', default => 'b' };
        static $cache; global $world;
        unset($parts[0]);
        return <<<HTML
          <b>{$this->title}</b>
        HTML;
    }

    abstract protected function later(): void;
}

interface Shape { const SIDES = 4; public function area(): float; }
trait Logs { protected function log($x) { echo $x; } }
enum Size: string { case Small = 's'; case Large = 'l'; public static function of() { return self::Small; } }

function helper(int ...$n) { function nested() { return 1; } goto end; end: return nested(); }
?>
<p><?= helper(1) ?></p>
<?php if ($x): ?><b>yes</b><?php endif; exit(1);

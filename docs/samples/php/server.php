<?php
// A shop's server in PHP 8.1 or later, with its extensions openssl and pdo_sqlite: php -S localhost:3000 server.php
declare(strict_types=1);

foreach (['openssl', 'pdo_sqlite'] as $extension) {
    extension_loaded($extension) || throw new RuntimeException("Expected the PHP extension $extension.");
}
[$shopId, $secretKey, $publicKey, $gatewayUrl, $shopUrl] = array_map(
    fn (string $name): string => getenv($name) ?: throw new RuntimeException("Expected $name in the environment."),
    ['SHOP_ID', 'SECRET_KEY', 'PUBLIC_KEY', 'GATEWAY_URL', 'SHOP_URL'],
);
define('SHOP_ID', $shopId);
define('SECRET_KEY', $secretKey);
define('PUBLIC_KEY', $publicKey);
define('GATEWAY_URL', $gatewayUrl);
define('SHOP_URL', $shopUrl);
// Only https may carry the session's cookie. On this machine it comes by http, where not every browser keeps a Secure cookie.
define('SECURE', !preg_match('#^http://(localhost|127\.0\.0\.1|\[::1\])(:|/|$)#', SHOP_URL));
define('ALLOW_TEST', getenv('ALLOW_TEST') === 'yes'); // for the sandbox: never where you deliver anything of value
const MAX_BYTES = 262144; // a longer body is answered with 413
const PRICE = ['amount' => 1250, 'currency' => 'USD']; // minor units

/** A request with the secret key. Null: the gateway knows no such thing. Any other failure is an exception. */
function gateway(string $method, string $path, ?array $body = null): ?array
{
    $headers = ['Authorization: Basic ' . base64_encode(SHOP_ID . ':' . SECRET_KEY), 'Content-Type: application/json', 'X-Api-Version: 2'];
    $options = ['method' => $method, 'header' => $headers, 'timeout' => 10, 'ignore_errors' => true, 'follow_location' => 0];
    if ($body !== null) {
        $options['content'] = json_encode($body, JSON_THROW_ON_ERROR);
    }
    $text = @file_get_contents(GATEWAY_URL . $path, false, stream_context_create(['http' => $options]));
    $status = (int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0);
    if ($text === false || $status === 0) {
        throw new RuntimeException("$method $path: no answer from the gateway.");
    }
    $answer = json_decode($text, true, 64, JSON_THROW_ON_ERROR);
    // A 404 without the gateway's own error body may be a wrong address.
    if ($status === 404 && isset($answer['message'])) {
        return null;
    }
    return $status < 300 ? $answer : throw new RuntimeException("$method $path: $status " . ($answer['message'] ?? ''));
}

// 1. Your database. What an order expects comes from your records, not from the page.
function database(): PDO
{
    static $db = null;
    if ($db === null) {
        $db = new PDO('sqlite:' . __DIR__ . '/shop.sqlite', null, null, [PDO::ATTR_TIMEOUT => 10]);
        $db->exec('CREATE TABLE IF NOT EXISTS offers (name TEXT PRIMARY KEY, id TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, session TEXT NOT NULL, offer TEXT NOT NULL, paid_by TEXT);
            CREATE TABLE IF NOT EXISTS to_deliver (id TEXT PRIMARY KEY);
            CREATE TABLE IF NOT EXISTS charges (id TEXT PRIMARY KEY);');
    }
    return $db;
}

function query(string $sql, array $values): PDOStatement
{
    $statement = database()->prepare($sql);
    $statement->execute($values);
    return $statement;
}

/** The id of the product "tea" or the plan "club", as this shop keeps it; false before it has one. */
function offerId(string $name): string|false
{
    return query('SELECT id FROM offers WHERE name = ?', [$name])->fetchColumn();
}

/** The product "tea" or the plan "club": created at the gateway once, and again at one that doesn't know it, such as a new sandbox. */
function offer(string $name): array
{
    $path = $name === 'tea' ? '/products/' : '/plans/';
    $id = offerId($name);
    $found = $id === false ? null : gateway('GET', $path . rawurlencode($id));
    if ($found !== null) {
        return $found;
    }
    $created = $name === 'tea'
        ? gateway('POST', '/products', ['name' => 'Tea', 'description' => 'Green tea, 100 g', 'infinite' => true, 'immortal' => true,
            'language' => 'en', 'test' => ALLOW_TEST] + PRICE)
        : gateway('POST', '/plans', ['title' => 'Tea club', 'currency' => 'USD', 'test' => ALLOW_TEST,
            'plan' => ['amount' => 1000, 'interval' => 1, 'interval_unit' => 'month']]);
    // Of two requests at the same moment the first one decides.
    query('INSERT INTO offers VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET id = excluded.id WHERE id = ?', [$name, $created['id'], $id]);
    return gateway('GET', $path . rawurlencode(offerId($name))) ?? throw new RuntimeException("The gateway does not know the new $name.");
}

function openOrder(string $session, string $offer): string
{
    $order = bin2hex(random_bytes(16));
    query('INSERT INTO orders (id, session, offer) VALUES (?, ?, ?)', [$order, $session, $offer]);
    return $order;
}

/**
 * One statement decides, so a notification that comes twice, even at the same time, delivers once. Nothing that can fail belongs after it:
 * the next notification finds the order paid. So a job of yours ships what is in to_deliver, and repeats until it succeeds.
 */
function deliverOnce(string $order, string $paidBy): bool
{
    database()->beginTransaction();
    $isFirst = query('UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL', [$paidBy, $order])->rowCount() === 1;
    if ($isFirst) {
        query('INSERT INTO to_deliver VALUES (?)', [$order]);
    }
    database()->commit(); // both, or neither
    if ($isFirst) {
        error_log("Order $order is paid: deliver it.");
    }
    return $isFirst || query('SELECT 1 FROM orders WHERE id = ? AND paid_by = ?', [$order, $paidBy])->fetchColumn() !== false;
}

function review(string $order, string $payment): void
{
    error_log("Order $order: review payment $payment, and refund it.");
}

// 2. Notifications: deliver when a verified one matches the order.

/** Whether any part of a notification is not clearly real money. */
function isTest(array $body): bool
{
    $abouts = array_filter([$body, $body['transaction'] ?? null, $body['subscription'] ?? null], is_array(...));
    foreach ($abouts as $about) {
        foreach ([$about, $about['plan'] ?? null, $about['transaction'] ?? null, $about['last_transaction'] ?? null] as $part) {
            if (is_array($part) && ($part['test'] ?? false) !== false) {
                return true;
            }
        }
    }
    return false;
}

/** Answers the gateway with a status: after anything but 200 it delivers again later. */
function notified(string $raw): int
{
    // Where a web server hides the header from PHP, let it pass it on: in Apache, CGIPassAuth On.
    $given = $_SERVER['HTTP_AUTHORIZATION'] ?? 'Basic ' . base64_encode(($_SERVER['PHP_AUTH_USER'] ?? '') . ':' . ($_SERVER['PHP_AUTH_PW'] ?? ''));
    if (!hash_equals('Basic ' . base64_encode(SHOP_ID . ':' . SECRET_KEY), $given)) {
        return 401;
    }
    $signature = base64_decode($_SERVER['HTTP_CONTENT_SIGNATURE'] ?? '', true);
    $key = "-----BEGIN PUBLIC KEY-----\n" . chunk_split(PUBLIC_KEY, 64, "\n") . "-----END PUBLIC KEY-----\n";
    if ($signature === false || openssl_verify($raw, $signature, $key, OPENSSL_ALGO_SHA256) !== 1) {
        return 401;
    }
    $body = json_decode($raw, true, 64, JSON_THROW_ON_ERROR);
    if (isTest($body) && !ALLOW_TEST) {
        return 403;
    }
    $about = is_array($body['subscription'] ?? null) ? $body['subscription'] : $body;
    if (!empty($about['id']) && !empty($about['state'])) {
        settleSubscription($about);
    } elseif (is_array($body['transaction'] ?? null)) {
        settlePayment($body['transaction']);
    }
    return 200;
}

function settlePayment(array $paid): void
{
    // A charge of a subscription: the subscription's own notification says what it pays for.
    // What follows a payment, such as a refund, takes nothing back here: the order was paid.
    if (!empty($paid['subscription_id']) || !empty($paid['parent_uid']) || ($paid['status'] ?? '') !== 'successful') {
        return;
    }
    $order = $paid['tracking_id'] ?? '';
    $offer = query('SELECT offer FROM orders WHERE id = ?', [$order])->fetchColumn();
    if ($offer === false) {
        error_log("Payment {$paid['uid']} belongs to no order.");
        return;
    }
    // Gateways may leave out the product. This shop sells only one, so no other can have been paid for at the same price.
    $isRight = $offer === 'tea' && in_array($paid['product_id'] ?? '', ['', offerId('tea')], true) && ($paid['type'] ?? '') === 'payment'
        && [$paid['amount'] ?? null, $paid['currency'] ?? null] === array_values(PRICE) && (($paid['test'] ?? false) !== false) === ALLOW_TEST;
    if (!$isRight || !deliverOnce($order, $paid['uid'])) {
        review($order, $paid['uid']);
    }
}

/** The plan has the prices: last_transaction has no amount. */
function settleSubscription(array $subscription): void
{
    $id = $subscription['id'];
    $last = $subscription['last_transaction'] ?? [];
    $row = query('SELECT id, offer, paid_by FROM orders WHERE paid_by = ? OR id = ?', [$id, $subscription['tracking_id'] ?? ''])->fetch();
    if ($row === false) {
        error_log("Subscription $id belongs to no order.");
        return;
    }
    $matches = $row['offer'] === 'club' && ($subscription['plan']['id'] ?? '') === offerId('club');
    // Ended subscriptions may have been paid before.
    $isPaid = in_array($subscription['state'], ['trial', 'active', 'failed_attempt', 'rescuing'], true)
        || (in_array($subscription['state'], ['canceled', 'expired', 'failed', 'error'], true)
            && (($subscription['paid_billing_cycles'] ?? 0) > 0 || ($last['status'] ?? '') === 'successful'));
    if ($isPaid && $row['paid_by'] !== $id && (!$matches || !deliverOnce($row['id'], $id))) {
        review($row['id'], $id);
        return;
    }
    // Each charge, once: the last one may arrive with the end of the subscription. Its row is there for the job, too.
    if ($isPaid && $matches && ($last['status'] ?? '') === 'successful'
        && query('INSERT OR IGNORE INTO charges VALUES (?)', [$last['uid']])->rowCount() === 1) {
        error_log("Order {$row['id']}: charge {$last['uid']} is paid.");
    }
}

// 3. How did it end? The page's `resolveStatus` asks when the gateway's answer was lost.

/** The answer; null: no such payment, or not this session's. Only what the transactions prove is `failed`; in doubt it is unknown. */
function status(string $session): ?array
{
    ['tracking_id' => $order, 'uid' => $uid] = $_GET + ['tracking_id' => null, 'uid' => null];
    if ($order === null && is_string($uid) && !str_starts_with($uid, 'sbs_')) {
        $order = gateway('GET', '/transactions/' . rawurlencode($uid))['transaction']['tracking_id'] ?? null;
    }
    if (!is_string($order) || query('SELECT 1 FROM orders WHERE id = ? AND session = ?', [$order, $session])->fetchColumn() === false) {
        return null;
    }
    $answer = gateway('GET', '/v2/transactions/tracking_id/' . rawurlencode($order));
    $found = $answer['transactions'] ?? (isset($answer['transaction']) ? [$answer['transaction']] : []);
    $counting = array_filter($found, fn (array $each): bool => ALLOW_TEST || ($each['test'] ?? false) === false);
    $payments = array_values(array_filter($found, fn (array $each): bool => isPayment($each)));
    $with = fn (string $outcome, array $each): array => ['outcome' => $outcome, 'amount' => $each['amount'], 'currency' => $each['currency']];
    // The first payment; later ones are renewals. One that was given back is neither paid nor free to be paid again.
    foreach (array_reverse($counting) as $each) {
        if (isPayment($each) && $each['status'] === 'successful' && givenBack($each, $counting) < $each['amount']) {
            return $with('successful', $each);
        }
    }
    foreach ($counting as $each) {
        if (!hasFailed($each) && ($each['type'] ?? '') !== 'tokenization') {
            $page = $each['status'] === 'incomplete' ? $each['redirect_url'] ?? null : null;
            return $with('pending', $each) + ($page ? ['redirectUrl' => $page] : []);
        }
    }
    // One attempt, sent once, has one payment: two, an earlier one, or a rejected copy prove nothing about it, nor does one of which
    // neither the uid nor the time is known.
    $only = count($payments) === 1 && in_array($payments[0], $counting, true) ? $payments[0] : null;
    if ($only && !isset($_GET['repeated_at']) && ($uid === null ? isset($_GET['started_at']) : $uid === $only['uid'])
        && !preg_match('/dup|doub|twice|already/i', ($only['message'] ?? '') . json_encode($only['p2p'] ?? ''))
        && (!isset($_GET['started_at']) || strtotime($only['created_at']) >= strtotime($_GET['started_at']) - 5)) {
        return $with('failed', $only);
    }
    return ['outcome' => 'unknown'];
}

/** Captures, voids, refunds and saved cards have the order's tracking id, too. */
function isPayment(array $each): bool
{
    return in_array($each['type'] ?? 'payment', ['p2p', 'payment', 'authorization'], true);
}

/** A failure with a sign that money moved is none. */
function hasFailed(array $each): bool
{
    return $each['status'] === 'failed' && empty($each['paid_at']) && ($each[$each['type'] ?? '']['status'] ?? '') !== 'successful';
}

/** How much of a payment was given back, or is on its way. */
function givenBack(array $payment, array $listed): int
{
    return array_sum(array_map(fn (array $each): int => match (hasFailed($each) ? '' : $each['type'] ?? '') {
        'refund' => $each['amount'],
        'void', 'chargeback' => $payment['amount'],
        default => 0,
    }, $listed));
}

/**
 * Refunds, so that `$total` (minor units) of the order is refunded in all: `php server.php refund ORDER TOTAL REASON`. The gateway is asked
 * first what was refunded, so that the same command twice refunds once. After an error, wait a minute and repeat it.
 */
function refund(string $order, int $total, string $reason): string
{
    if ($total <= 0) {
        throw new RuntimeException('Expected a total above 0, in digits.');
    }
    query('BEGIN IMMEDIATE', []); // two commands at once wait for each other
    $listed = gateway('GET', '/v2/transactions/tracking_id/' . rawurlencode($order))['transactions'] ?? [];
    $paid = query('SELECT paid_by FROM orders WHERE id = ?', [$order])->fetchColumn();
    $made = array_filter($listed, fn (array $each): bool => ($each['type'] ?? '') === 'refund' && !hasFailed($each));
    // Which payment, how much, or whether at all: what the list doesn't say is not guessed.
    $odd = array_filter($made, fn (array $each): bool => empty($each['parent_uid']) || !is_int($each['amount'] ?? null) || $each['status'] === 'failed');
    if ($odd || count($listed) >= 10 || !in_array($paid, array_column($listed, 'uid'), true)) {
        throw new RuntimeException('Order ' . $order . ': look it up in the gateway’s back office.');
    }
    $own = array_filter($made, fn (array $each): bool => $each['parent_uid'] === $paid);
    $rest = $total - array_sum(array_column($own, 'amount'));
    if ($rest <= 0) {
        return "Nothing to do: {$total} of order $order was refunded before.";
    }
    $refund = gateway('POST', '/transactions/refunds', ['request' => ['parent_uid' => $paid, 'amount' => $rest, 'reason' => $reason]]);
    return "Refund {$refund['transaction']['uid']} of $rest: {$refund['transaction']['status']}.";
}

// 4. The server.
function answer(string|array $body, int $status = 200, string $type = 'text/plain', array $headers = []): void
{
    http_response_code($status);
    header('Content-Type: ' . (is_array($body) ? 'application/json' : $type) . '; charset=utf-8');
    array_map(header(...), $headers);
    echo is_array($body) ? json_encode($body) : $body;
}

function page(string $name): string
{
    $values = ['{{PUBLIC_KEY}}' => PUBLIC_KEY, '{{GATEWAY_URL}}' => GATEWAY_URL, '{{SHOP_URL}}' => SHOP_URL];
    return strtr(file_get_contents(__DIR__ . "/$name"), $values);
}

function publicOffer(string $name): array
{
    $public = ['id', 'name', 'title', 'description', 'currency', 'amount', 'plan', 'trial', 'test', 'pay_url', 'confirm_url'];
    return array_intersect_key(offer($name), array_flip($public));
}

/** A subscription of the server's own: the payer types the card at the address that this returns. */
function subscribe(string $session): string
{
    return gateway('POST', '/subscriptions', ['plan' => ['id' => offer('club')['id']], 'tracking_id' => openOrder($session, 'club'),
        'return_url' => SHOP_URL . '/', 'notification_url' => SHOP_URL . '/notifications'])['redirect_url'];
}

function route(): void
{
    $given = $_COOKIE['session'] ?? null;
    $session = is_string($given) && preg_match('/^[\w-]+$/D', $given) ? $given : bin2hex(random_bytes(16));
    $cookie = "Set-Cookie: session=$session; HttpOnly; SameSite=Lax; Path=/" . (SECURE ? '; Secure' : '');
    $raw = file_get_contents('php://input', false, null, 0, MAX_BYTES + 1);
    if (strlen($raw) > MAX_BYTES) {
        answer('Expected a body of at most ' . MAX_BYTES . ' bytes.', 413);
        return;
    }
    $asked = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    match ($asked) {
        'GET /' => answer(page('index.html'), 200, 'text/html'),
        'GET /page.js' => answer(page('page.js'), 200, 'text/javascript'),
        'GET /product' => answer(publicOffer('tea')),
        'GET /plan' => answer(publicOffer('club')),
        // An order for each attempt to pay: the page's `prepare`.
        'POST /orders' => answer(['trackingId' => openOrder($session, ($_GET['offer'] ?? '') === 'club' ? 'club' : 'tea')], 200, '', [$cookie]),
        'POST /subscribe' => answer('', 303, 'text/plain', [$cookie, 'Location: ' . subscribe($session)]),
        'POST /notifications' => answer('', notified($raw)),
        'GET /status' => ($found = status($session)) === null
            ? answer(['message' => 'There is no such payment, or you may not see it.'], 404)
            : answer($found, 200, '', ['Cache-Control: no-store']),
        default => answer('There is no such page.', 404),
    };
}

if (PHP_SAPI === 'cli') {
    [, $command, $order, $total, $reason] = $argv + array_fill(0, 5, '');
    exit(($command === 'refund' ? refund($order, ctype_digit($total) ? (int) $total : 0, $reason) : 'php server.php refund ORDER TOTAL REASON') . PHP_EOL);
}
try {
    route();
} catch (Throwable $error) { // also a silent gateway: nothing is known, and the page asks again later
    error_log((string) $error->getMessage());
    answer('Ask again later.', 503, 'text/plain', ['Retry-After: 5']);
}

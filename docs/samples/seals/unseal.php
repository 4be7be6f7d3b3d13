<?php
// Opens the sealed card sections of a request, and refuses what was not sealed for it: every rule of docs/operators.md.
//
// PHP 8.1 or later with its extensions openssl and gmp, and phpseclib 3, since openssl itself knows OAEP with SHA-256 only from PHP 8.5:
// `composer require phpseclib/phpseclib:^3`, or in Debian `apt-get install php-cli php-gmp php-phpseclib3`. Without gmp each seal takes
// a second.
// All vectors: php unseal.php key.json sealed-sections.json
declare(strict_types=1);

use phpseclib3\Crypt\RSA;

require is_file(__DIR__ . '/vendor/autoload.php') ? __DIR__ . '/vendor/autoload.php' : 'phpseclib3/autoload.php';

const WINDOW = 900; // seconds that a seal may be older or newer than the clock
const SECTIONS = ['credit_card', 'recipient_card'];
const CARD_DATA = ['number', 'verification_value', 'exp_month', 'exp_year', 'holder'];
const CLAIMS = ['iat', 'jti', 'bound_to', 'attempt'];
const MEMBERS = ['"alg":"RSA-OAEP-256"', '"enc":"A256GCM"', '"typ":"JOSE"', '"cty":"application/json"'];

/** A payment was accepted with one of these ids: answer with the duplicate rejection. */
final class Duplicate extends RuntimeException
{
}

/** Names the sections whose `token` is refused: answer 422, with the same text for every reason. */
final class Refused extends RuntimeException
{
    public function __construct(public readonly array $sections)
    {
        parent::__construct(implode(', ', $sections));
    }
}

function encode(string $octets): string
{
    return rtrim(strtr(base64_encode($octets), '+/', '-_'), '=');
}

/** base64url without padding, in its only spelling. */
function decode(string $part): string
{
    $octets = base64_decode(strtr($part, '-_', '+/'), true);
    return $octets !== false && encode($octets) === $part ? $octets : throw new UnexpectedValueException('no base64url');
}

/** The private key for a header. Its text is compared, not its JSON: so no member can be there twice, and no white space. */
function keyFor(string $header, array $keys): RSA\PrivateKey
{
    $members = explode(',', substr($header, 1, -1));
    sort($members);
    foreach ($keys as $kid => $key) {
        $expected = [...MEMBERS, "\"kid\":\"$kid\""];
        sort($expected);
        if (str_starts_with($header, '{') && str_ends_with($header, '}') && $members === $expected) {
            return $key;
        }
    }
    throw new UnexpectedValueException('another header');
}

function decrypt(string $token, array $keys): string
{
    $parts = explode('.', $token);
    if (count($parts) !== 5) {
        throw new UnexpectedValueException('no JWE');
    }
    [$header, $wrapped, $iv, $ciphertext, $tag] = array_map(decode(...), $parts);
    $oaep = keyFor($header, $keys)->withPadding(RSA::ENCRYPTION_OAEP)->withHash('sha256')->withMGFHash('sha256');
    $contentKey = $oaep->decrypt($wrapped);
    if (!is_string($contentKey) || [strlen($contentKey), strlen($iv), strlen($tag)] !== [32, 12, 16]) {
        throw new UnexpectedValueException('another key or length');
    }
    $text = openssl_decrypt($ciphertext, 'aes-256-gcm', $contentKey, OPENSSL_RAW_DATA, $iv, $tag, $parts[0]);
    return is_string($text) ? $text : throw new UnexpectedValueException('changed');
}

/** The fields of a section and the claims of its seal; null when it can't be opened, for any reason. */
function unseal(string $token, array $keys): ?array
{
    try {
        $content = json_decode(decrypt($token, $keys), true, flags: JSON_THROW_ON_ERROR);
    } catch (Throwable) {
        return null;
    }
    if (!is_array($content)) {
        return null;
    }
    $claims = [];
    foreach (CLAIMS as $name) {
        $claims[$name] = $content[$name] ?? null;
    }
    $fields = array_diff_key($content, $claims, ['pad' => true]);
    $isId = is_string($claims['jti']) && preg_match('/\A[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\z/i', $claims['jti']);
    if (!$isId || !is_string($claims['attempt']) || !preg_match('/\A[\w-]{22}\z/', $claims['attempt'])) {
        return null;
    }
    return ['fields' => $fields, 'claims' => [...$claims, 'jti' => strtolower($claims['jti'])]];
}

/** The token of a saved card has no dots. */
function isSealed(mixed $section): bool
{
    return is_array($section) && is_string($section['token'] ?? null) && substr_count($section['token'], '.') === 4;
}

function hasCardData(array $section): bool
{
    return array_filter(CARD_DATA, fn (string $name): bool => isset($section[$name])) !== [];
}

/** How a source has to name the recipient beside it: null for none, false for one that no seal can name. */
function recipientName(mixed $recipient): string|false|null
{
    if ($recipient === null) {
        return null;
    }
    if (!is_array($recipient) || hasCardData($recipient) || !is_string($recipient['token'] ?? null)) {
        return false;
    }
    return isSealed($recipient) ? 'sealed' : encode(hash('sha256', $recipient['token'], true));
}

/** To compare: 10000.0 is 10000. */
function whole(mixed $value): mixed
{
    return is_float($value) && floor($value) === $value && abs($value) < 2 ** 53 ? (int) $value : $value;
}

/** Whether a seal is fresh, and was made for this request. */
function isBoundTo(array $claims, array $request, int $now): bool
{
    ['iat' => $iat, 'bound_to' => $bound] = $claims;
    if (!(is_int($iat) || is_float($iat)) || !(abs($now - $iat) <= WINDOW) || !is_array($bound)) {
        return false;
    }
    // Without a contract it pays, and the request's is ignored: older pages don't seal it.
    if (!array_key_exists('contract', $bound)) {
        unset($request['contract']);
    }
    $request = array_filter($request, fn (mixed $value): bool => $value !== null);
    ksort($bound);
    ksort($request);
    return array_map(whole(...), $bound) === array_map(whole(...), $request);
}

/**
 * Opens the card sections of a request.
 *
 * @param string $operation check, transfer or order.
 * @param array $request amount, currency, and tracking_id, product_id and contract if it has them; for an order the price of the product
 *   or plan.
 * @param array $cards the sections as they came.
 * @param array<string, RSA\PrivateKey> $keys by their kid.
 * @param int $now seconds.
 * @param callable(string): bool $isUsed whether a payment was accepted with a jti or with "attempt …"; record the returned ids when you
 *   accept one.
 * @throws Duplicate|Refused
 */
function openSections(string $operation, array $request, array $cards, array $keys, int $now, callable $isUsed): array
{
    $seals = [];
    foreach (SECTIONS as $name) {
        if (isSealed($cards[$name] ?? null)) {
            $seals[$name] = unseal($cards[$name]['token'], $keys);
        }
    }
    $claims = array_column(array_filter($seals), 'claims');
    $attempts = array_unique(array_column($claims, 'attempt'));
    $jtis = array_column($claims, 'jti');
    $ids = [...$jtis, ...array_map(fn (string $attempt): string => "attempt $attempt", $attempts)];
    // Before every other rule: a page must never read of a copy that it failed. A check may come with a used id.
    foreach ($operation === 'check' ? [] : $ids as $id) {
        $isUsed($id) && throw new Duplicate();
    }
    $isTogether = count($attempts) <= 1 && count(array_unique($jtis)) === count($jtis);
    $recipient = recipientName($cards['recipient_card'] ?? null);
    if ($operation === 'order' && $recipient !== null) {
        $recipient = false;
    }
    // Only a transfer has a contract.
    if ($operation !== 'transfer') {
        unset($request['contract']);
    }
    $refused = [];
    foreach ($seals as $name => $seal) {
        $isSource = $name === 'credit_card';
        $wanted = [...$request, 'operation' => $operation, 'section' => $name, 'recipient' => $isSource ? $recipient : null];
        $isProven = $isSource ? $recipient !== false : array_key_exists('credit_card', $seals);
        if (!$seal || !$isTogether || !$isProven || hasCardData($cards[$name]) || !isBoundTo($seal['claims'], $wanted, $now)) {
            $refused[] = $name;
        }
    }
    $refused === [] || throw new Refused($refused);
    $sections = array_map(fn (?array $seal): array => $seal['fields'] ?? [], $seals) + $cards;
    $unbound = array_filter($claims, fn (array $one): bool => !array_key_exists('contract', $one['bound_to']));
    return ['sections' => $sections, 'ids' => $ids, 'contract' => $unbound === [] ? ($request['contract'] ?? null) : null];
}

/** What a reader has to make of a vector. */
function wantedOf(array $vector, array $cards): array
{
    if (isset($vector['refused'])) {
        return ['refused' => $vector['refused']];
    }
    $texts = array_column($vector['sections'], 'plaintext');
    $attempts = array_unique(array_map(fn (array $text): string => "attempt {$text['attempt']}", $texts));
    $sections = array_map(fn (array $section): array => array_diff_key($section['plaintext'], array_flip(CLAIMS)), $vector['sections']);
    return [
        'sections' => $sections + $cards,
        'ids' => [...array_map(strtolower(...), array_column($texts, 'jti')), ...$attempts],
        'contract' => in_array('contract', $vector['unsealed'] ?? [], true) ? null : ($vector['request']['contract'] ?? null),
    ];
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    [$key, $document] = array_map(
        fn (string $name): array => json_decode(file_get_contents($name), true, flags: JSON_THROW_ON_ERROR),
        array_slice($argv, 1),
    );
    $keys = [$key['thumbprint'] => RSA::loadPrivateKey($key['private_pem'])];
    $differ = 0;
    foreach ([...$document['vectors'], ...$document['refused']] as $vector) {
        $request = $vector['request'];
        $cards = $vector['cards'] ?? array_map(fn (array $section): array => ['token' => $section['token']], $vector['sections']);
        $cards += array_intersect_key($request, ['recipient_card' => true]);
        unset($request['recipient_card']);
        $isUsed = fn (string $id): bool => in_array($id, $vector['used'] ?? [], true);
        try {
            $result = openSections($vector['operation'], $request, $cards, $keys, $vector['now'] ?? $document['now'], $isUsed);
        } catch (Duplicate) {
            $result = ['refused' => 'duplicate'];
        } catch (Refused $error) {
            $result = ['refused' => $error->sections];
        }
        $isRight = $result === wantedOf($vector, $cards);
        $differ += (int) !$isRight;
        echo $isRight ? "ok {$vector['title']}\n" : "DIFFERS {$vector['title']}: " . json_encode($result, JSON_THROW_ON_ERROR) . "\n";
    }
    exit($differ === 0 ? 0 : 1);
}

"""A shop's server in Python's standard library: python3 server.py (Python 3.9 or later)."""
import base64, hashlib, hmac, json, os, re, sqlite3, sys, uuid
from datetime import datetime
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import Request, urlopen

SHOP_ID, SECRET_KEY, PUBLIC_KEY, GATEWAY_URL, SHOP_URL = (
    os.environ[name] for name in ('SHOP_ID', 'SECRET_KEY', 'PUBLIC_KEY', 'GATEWAY_URL', 'SHOP_URL'))
ALLOW_TEST = os.environ.get('ALLOW_TEST') == 'yes'  # for the sandbox: never where you deliver anything of value
CREDENTIALS = 'Basic ' + base64.b64encode(f'{SHOP_ID}:{SECRET_KEY}'.encode()).decode()
# Only https may carry the session's cookie. On this machine it comes by http, where not every browser keeps a Secure cookie.
SECURE = not re.match(r'http://(localhost|127\.0\.0\.1|\[::1\])(:|/|$)', SHOP_URL)
MAX_BYTES = 262144  # a longer body is answered with 413
PRICE = {'amount': 1250, 'currency': 'USD'}  # minor units


def gateway(method, path, body=None):
    """A request with the secret key. None: the gateway knows no such thing. Any other failure is an exception."""
    headers = {'Authorization': CREDENTIALS, 'Content-Type': 'application/json', 'X-Api-Version': '2'}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(GATEWAY_URL + path, data, headers, method=method), timeout=10) as answer:
            return json.load(answer)
    except HTTPError as error:
        # A 404 without the gateway's own error body may be a wrong address.
        if error.code == 404 and 'message' in json.load(error):
            return None
        raise


# 1. Your database. What an order expects comes from your records, not from the page.
def database():
    db = sqlite3.connect('shop.sqlite', timeout=10)
    db.executescript('''
        CREATE TABLE IF NOT EXISTS offers (name TEXT PRIMARY KEY, id TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, session TEXT NOT NULL, offer TEXT NOT NULL, paid_by TEXT);
        CREATE TABLE IF NOT EXISTS to_deliver (id TEXT PRIMARY KEY);
        CREATE TABLE IF NOT EXISTS charges (id TEXT PRIMARY KEY);''')
    return db


def offer_id(name):
    """The id of the product "tea" or the plan "club", as this shop keeps it; None before it has one."""
    return (database().execute('SELECT id FROM offers WHERE name = ?', [name]).fetchone() or [None])[0]


def offer(name):
    """The product "tea" or the plan "club": created at the gateway once, and again at one that doesn't know it, such as a new sandbox."""
    path, known = '/products' if name == 'tea' else '/plans', offer_id(name)
    found = known and gateway('GET', f'{path}/{quote(known, "")}')
    if found:
        return found
    created = gateway('POST', path, {
        'name': 'Tea', 'description': 'Green tea, 100 g', **PRICE, 'infinite': True, 'immortal': True,
        'language': 'en', 'test': ALLOW_TEST,
    } if name == 'tea' else {
        'title': 'Tea club', 'currency': 'USD', 'test': ALLOW_TEST,
        'plan': {'amount': 1000, 'interval': 1, 'interval_unit': 'month'},
    })
    db = database()
    # Of two requests at the same moment the first one decides.
    db.execute('INSERT INTO offers VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET id = excluded.id WHERE id = ?',
               [name, created['id'], known])
    db.commit()
    return gateway('GET', f'{path}/{quote(offer_id(name), "")}')


def open_order(session, offer):
    order, db = str(uuid.uuid4()), database()
    db.execute('INSERT INTO orders (id, session, offer) VALUES (?, ?, ?)', [order, session, offer])
    db.commit()
    return order


def owns(session, order):
    return database().execute('SELECT 1 FROM orders WHERE id = ? AND session = ?', [order, session]).fetchone() is not None


def deliver_once(order, paid_by):
    """One statement decides, so a notification that comes twice, even at the same time, delivers once.

    Nothing that can fail belongs after it: the next notification finds the order paid. So a job of yours ships what is in
    to_deliver, and repeats until it succeeds.
    """
    db = database()
    done = db.execute('UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL', [paid_by, order]).rowcount == 1
    if done:
        db.execute('INSERT INTO to_deliver VALUES (?)', [order])
    db.commit()  # both, or neither
    if done:
        print(f'Order {order} is paid: deliver it.', flush=True)
    return done or db.execute('SELECT 1 FROM orders WHERE id = ? AND paid_by = ?', [order, paid_by]).fetchone() is not None


def review(order, payment):
    print(f'Order {order}: review payment {payment}, and refund it.', flush=True)


# 2. Notifications: deliver when a verified one matches the order.
def rsa_key():
    """Modulus and exponent: the last two integers of the DER key."""
    der = base64.b64decode(PUBLIC_KEY)

    def length(at):
        size = der[at] & 127 if der[at] & 128 else 0
        return (int.from_bytes(der[at + 1:at + 1 + size], 'big') if size else der[at]), at + 1 + size
    at = der.index(b'\x03', 15)  # the bit string behind the algorithm's name
    _, at = length(at + 1)
    _, at = length(at + 2)  # the sequence of the two
    numbers = []
    for _ in range(2):
        size, at = length(at + 1)
        numbers.append(int.from_bytes(der[at:at + size], 'big'))
        at += size
    return numbers


def is_signed(body, signature):
    """RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2.2): the whole block is compared."""
    try:
        given = base64.b64decode(signature or '', validate=True)
    except ValueError:
        return False
    modulus, exponent = rsa_key()
    size = (modulus.bit_length() + 7) // 8
    digest = bytes.fromhex('3031300d060960864801650304020105000420') + hashlib.sha256(body).digest()
    expected = b'\x00\x01' + b'\xff' * (size - len(digest) - 3) + b'\x00' + digest
    number = int.from_bytes(given, 'big')
    return len(given) == size and number < modulus and hmac.compare_digest(pow(number, exponent, modulus).to_bytes(size, 'big'), expected)


def is_test(body):
    """Any part that is not clearly real money is a test."""
    abouts = [part for part in (body, body.get('transaction'), body.get('subscription')) if isinstance(part, dict)]
    parts = [part for about in abouts for part in (about, *(about.get(name) for name in ('plan', 'transaction', 'last_transaction')))]
    return any(isinstance(part, dict) and part.get('test') not in (None, False) for part in parts)


def notified(headers, raw):
    """Answers the gateway: after anything but 200 it delivers again later."""
    if not hmac.compare_digest((headers.get('Authorization') or '').encode(), CREDENTIALS.encode()):
        return 401, 'Expected the credentials of this shop.'
    if not is_signed(raw, headers.get('Content-Signature')):
        return 401, 'Expected the signature of this shop’s gateway over the body as it was sent.'
    body = json.loads(raw)
    if is_test(body) and not ALLOW_TEST:
        return 403, 'Expected real money; got a test payment.'
    about = body.get('subscription') if isinstance(body.get('subscription'), dict) else body
    if about.get('id') and about.get('state'):
        settle_subscription(about)
    elif isinstance(body.get('transaction'), dict):
        settle_payment(body['transaction'])
    return 200, ''


def settle_payment(paid):
    # A charge of a subscription: the subscription's own notification says what it pays for.
    # What follows a payment, such as a refund, takes nothing back here: the order was paid.
    if paid.get('subscription_id') or paid.get('parent_uid') or paid.get('status') != 'successful':
        return
    order = paid.get('tracking_id')
    row = database().execute('SELECT offer FROM orders WHERE id = ?', [order]).fetchone()
    if row is None:
        return print(f'Payment {paid["uid"]} belongs to no order.', flush=True)
    # Gateways may leave out the product. This shop sells only one, so no other can have been paid for at the same price.
    is_right = row[0] == 'tea' and paid.get('product_id') in (None, '', offer_id('tea')) and paid.get('type') == 'payment' \
        and {'amount': paid.get('amount'), 'currency': paid.get('currency')} == PRICE and (paid.get('test') not in (None, False)) == ALLOW_TEST
    if not is_right or not deliver_once(order, paid['uid']):
        review(order, paid['uid'])


def settle_subscription(subscription):
    """The plan has the prices: last_transaction has no amount."""
    last, db = subscription.get('last_transaction') or {}, database()
    row = db.execute('SELECT id, offer, paid_by FROM orders WHERE paid_by = ? OR id = ?',
                     [subscription['id'], subscription.get('tracking_id')]).fetchone()
    if row is None:
        return print(f'Subscription {subscription["id"]} belongs to no order.', flush=True)
    order, offer, paid_by = row
    matches = offer == 'club' and ((subscription.get('plan') or {}).get('id') or '') == offer_id('club')
    # Ended subscriptions may have been paid before.
    is_paid = subscription['state'] in ('trial', 'active', 'failed_attempt', 'rescuing') or (
        subscription['state'] in ('canceled', 'expired', 'failed', 'error')
        and ((subscription.get('paid_billing_cycles') or 0) > 0 or last.get('status') == 'successful'))
    if is_paid and paid_by != subscription['id']:
        if not matches or not deliver_once(order, subscription['id']):
            return review(order, subscription['id'])
    # Each charge, once: the last one may arrive with the end of the subscription. Its row is there for the job, too.
    if is_paid and matches and last.get('status') == 'successful':
        if db.execute('INSERT OR IGNORE INTO charges VALUES (?)', [last['uid']]).rowcount == 1:
            print(f'Order {order}: charge {last["uid"]} is paid.', flush=True)
        db.commit()


# 3. How did it end? The page's `resolveStatus` asks when the gateway's answer was lost.
def status(query, session):
    """Status code and answer. Only what the gateway's transactions prove is `failed`; in doubt it is unknown."""
    order, uid = (query.get(name, [None])[0] for name in ('tracking_id', 'uid'))
    if order is None and uid and not uid.startswith('sbs_'):
        order = ((gateway('GET', f'/transactions/{quote(uid, "")}') or {}).get('transaction') or {}).get('tracking_id')
    if order is None or not owns(session, order):
        return 404, {'message': 'There is no such payment, or you may not see it.'}
    found = gateway('GET', f'/v2/transactions/tracking_id/{quote(order, "")}') or {}
    found = found.get('transactions') or ([found['transaction']] if found.get('transaction') else [])
    counting = [each for each in found if ALLOW_TEST or each.get('test') in (None, False)]
    # The first payment; later ones are renewals. One that was given back is neither paid nor free to be paid again.
    for each in reversed(counting):
        if is_payment(each) and each['status'] == 'successful' and given_back(each, counting) < each['amount']:
            return 200, {'outcome': 'successful', 'amount': each['amount'], 'currency': each['currency']}
    for each in counting:
        if not has_failed(each) and each.get('type') != 'tokenization':
            page = {'redirectUrl': each['redirect_url']} if each['status'] == 'incomplete' and each.get('redirect_url') else {}
            return 200, {'outcome': 'pending', 'amount': each['amount'], 'currency': each['currency'], **page}
    # One attempt, sent once, has one payment: two, an earlier one, or a rejected copy prove nothing about it, nor does one of which
    # neither the uid nor the time is known.
    started, payments = query.get('started_at', [None])[0], [each for each in found if is_payment(each)]
    only = payments[0] if len(payments) == 1 and payments[0] in counting else None
    proves = only and 'repeated_at' not in query and (uid == only['uid'] if uid else started)
    if proves and not re.search('dup|doub|twice|already', f'{only.get("message")} {only.get("p2p")}', re.I):
        if started is None or moment(only['created_at']) >= moment(started) - 5:
            return 200, {'outcome': 'failed', 'amount': only['amount'], 'currency': only['currency']}
    return 200, {'outcome': 'unknown'}


def is_payment(each):
    """Captures, voids, refunds and saved cards have the order's tracking id, too."""
    return each.get('type') in (None, 'p2p', 'payment', 'authorization')


def has_failed(each):
    """A failure with a sign that money moved is none."""
    bank = each.get(each.get('type') or '') or {}
    return each['status'] == 'failed' and not each.get('paid_at') and bank.get('status') != 'successful'


def given_back(payment, listed):
    """How much of a payment was given back, or is on its way."""
    going = [each for each in listed if not has_failed(each)]
    whole = any(each.get('type') in ('void', 'chargeback') for each in going)
    return payment['amount'] if whole else sum(each['amount'] for each in going if each.get('type') == 'refund')


def refund(order, total, reason):
    """Refunds, so that `total` (minor units) of the order is refunded in all: `python3 server.py refund ORDER TOTAL REASON`. The gateway is
    asked first what was refunded, so that the same command twice refunds once. After an error, wait a minute and repeat it."""
    if total <= 0:
        raise ValueError('Expected a total above 0.')
    db = database()
    db.execute('BEGIN IMMEDIATE')  # two commands at once wait for each other
    listed = (gateway('GET', f'/v2/transactions/tracking_id/{quote(order, "")}') or {}).get('transactions') or []
    paid = (db.execute('SELECT paid_by FROM orders WHERE id = ?', [order]).fetchone() or [None])[0]
    made = [each for each in listed if each.get('type') == 'refund' and not has_failed(each)]
    # Which payment, how much, or whether at all: what the list doesn't say is not guessed.
    odd = any(not each.get('parent_uid') or not isinstance(each.get('amount'), int) or each['status'] == 'failed' for each in made)
    if odd or len(listed) >= 10 or paid not in [each['uid'] for each in listed]:
        raise RuntimeError(f'Order {order}: look it up in the gateway’s back office.')
    rest = total - sum(each['amount'] for each in made if each['parent_uid'] == paid)
    if rest <= 0:
        return f'Nothing to do: {total} of order {order} was refunded before.'
    new = gateway('POST', '/transactions/refunds', {'request': {'parent_uid': paid, 'amount': rest, 'reason': reason}})['transaction']
    return f'Refund {new["uid"]} of {rest}: {new["status"]}.'


def moment(text):
    return datetime.fromisoformat(text.replace('Z', '+00:00')).timestamp()


# 4. The server.
class Shop(BaseHTTPRequestHandler):
    def answer(self, code, body, kind='text/plain', **headers):
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(code)
        headers = {'Content-Type': f'{kind if isinstance(body, str) else "application/json"}; charset=utf-8', **headers}
        for name, value in {**headers, 'Content-Length': str(len(data))}.items():
            self.send_header(name.replace('_', '-'), value)
        self.end_headers()
        self.wfile.write(data)

    def file(self, name, kind):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding='utf-8') as opened:
            text = opened.read()
        values = {'PUBLIC_KEY': PUBLIC_KEY, 'GATEWAY_URL': GATEWAY_URL, 'SHOP_URL': SHOP_URL}
        self.answer(200, re.sub(r'\{\{(\w+)\}\}', lambda found: values[found[1]], text), kind)

    def session(self):
        found = SimpleCookie(self.headers.get('Cookie')).get('session')
        return found.value if found and re.fullmatch(r'[\w-]+', found.value) else str(uuid.uuid4())

    def route(self):
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        length = int(self.headers.get('Content-Length') or 0)
        if not 0 <= length <= MAX_BYTES:
            return self.answer(413, f'Expected a body of at most {MAX_BYTES} bytes.')
        session, raw = self.session(), self.rfile.read(length)
        cookie = f'session={session}; HttpOnly; SameSite=Lax; Path=/' + ('; Secure' if SECURE else '')
        asked = f'{self.command} {path}'
        if asked == 'GET /':
            self.file('index.html', 'text/html')
        elif asked == 'GET /page.js':
            self.file('page.js', 'text/javascript')
        elif asked in ('GET /product', 'GET /plan'):
            shown = offer('tea' if path == '/product' else 'club')
            public = ('id', 'name', 'title', 'description', 'currency', 'amount', 'plan', 'trial', 'test', 'pay_url', 'confirm_url')
            self.answer(200, {field: shown[field] for field in public if field in shown})
        elif asked == 'POST /orders':  # an order for each attempt to pay: the page's `prepare`
            ordered = 'club' if query.get('offer') == ['club'] else 'tea'
            self.answer(200, {'trackingId': open_order(session, ordered)}, Set_Cookie=cookie)
        elif asked == 'POST /subscribe':  # a subscription of the server's own: the payer types the card at the gateway
            created = gateway('POST', '/subscriptions', {
                'plan': {'id': offer('club')['id']}, 'tracking_id': open_order(session, 'club'), 'return_url': f'{SHOP_URL}/',
                'notification_url': f'{SHOP_URL}/notifications'})
            self.answer(303, '', Location=created['redirect_url'], Set_Cookie=cookie)
        elif asked == 'POST /notifications':
            self.answer(*notified(self.headers, raw))
        elif asked == 'GET /status':
            self.answer(*status(query, session), Cache_Control='no-store')
        else:
            self.answer(404, 'There is no such page.')

    def do_GET(self):
        try:
            self.route()
        except Exception as error:  # also a silent gateway: nothing is known, and the page asks again later
            print(f'{self.command} {urlsplit(self.path).path}: {error!r}', file=sys.stderr, flush=True)
            self.answer(503, 'Ask again later.', Retry_After='5')

    do_POST = do_GET

    def log_message(self, *_):
        pass


if __name__ == '__main__':
    if sys.argv[1:2] == ['refund']:
        sys.exit(print(refund(sys.argv[2], int(sys.argv[3]), sys.argv[4])))
    offer('tea'), offer('club')
    print(f'The shop is at {SHOP_URL}', flush=True)
    # On this machine alone, unless HOST says otherwise.
    ThreadingHTTPServer((os.environ.get('HOST') or '127.0.0.1', urlsplit(SHOP_URL).port or 3000), Shop).serve_forever()

# Opens the sealed card sections of a request, and refuses what was not sealed for it: every rule of docs/operators.md.
#
# Ruby 3.1 or later, with what it brings. All vectors: ruby unseal.rb key.json sealed-sections.json
require 'digest'
require 'json'
require 'openssl'

module Seals
  OAEP = { 'rsa_padding_mode' => 'oaep', 'rsa_oaep_md' => 'sha256', 'rsa_mgf1_md' => 'sha256' }.freeze
  WINDOW = 900 # seconds that a seal may be older or newer than the clock
  SECTIONS = %w[credit_card recipient_card].freeze
  CARD_DATA = %w[number verification_value exp_month exp_year holder].freeze
  MEMBERS = ['"alg":"RSA-OAEP-256"', '"enc":"A256GCM"', '"typ":"JOSE"', '"cty":"application/json"'].freeze
  CLAIMS = %w[iat jti bound_to attempt].freeze
  UNNAMEABLE = Object.new.freeze

  # A payment was accepted with one of these ids: answer with the duplicate rejection.
  class Duplicate < StandardError; end

  # `sections` names those whose `token` is refused: answer 422, with the same text for every reason.
  class Refused < StandardError
    attr_reader :sections

    def initialize(sections)
      super(sections.join(', '))
      @sections = sections
    end
  end

  module_function

  def encode(octets) = [octets].pack('m0').tr('+/', '-_').delete('=')

  # base64url without padding, in its only spelling.
  def decode(part)
    octets = part.tr('-_', '+/').ljust((part.length + 3) / 4 * 4, '=').unpack1('m0')
    raise ArgumentError, 'no base64url' unless encode(octets) == part

    octets
  end

  # The private key for a header. Its text is compared, not its JSON: so no member can be there twice, and no white space.
  def key_for(header, keys)
    _, key = keys.find do |kid, _|
      header.start_with?('{') && header.end_with?('}') && header[1..-2].split(',', -1).sort == [*MEMBERS, %("kid":"#{kid}")].sort
    end
    key or raise ArgumentError, 'another header'
  end

  def decrypt(token, keys)
    parts = token.split('.', -1)
    raise ArgumentError, 'no JWE' unless parts.length == 5

    header, wrapped, iv, ciphertext, tag = parts.map { |part| decode(part) }
    content_key = key_for(header, keys).decrypt(wrapped, OAEP)
    raise ArgumentError, 'a length' unless [content_key, iv, tag].map(&:bytesize) == [32, 12, 16]

    cipher = OpenSSL::Cipher.new('aes-256-gcm').decrypt
    cipher.key = content_key
    cipher.iv = iv
    cipher.auth_tag = tag
    cipher.auth_data = parts.first
    text = (cipher.update(ciphertext) + cipher.final).force_encoding('UTF-8')
    raise ArgumentError, 'no UTF-8' if !text.valid_encoding? || text.start_with?("\uFEFF")

    text
  end

  # JSON has no comments, but some versions of the library read them. A slash stands only inside of strings.
  def comment?(text) = text.gsub(/"(?:[^"\\]|\\.)*+"?/m, '').include?('/')

  # The fields of a section and the claims of its seal; nil when it can't be opened, for any reason.
  def unseal(token, keys)
    text = decrypt(token, keys)
    return if comment?(text)

    content = JSON.parse(text, allow_duplicate_key: true) # Newer versions of the library warn of one, or refuse it.
    return unless content.is_a?(Hash)

    content.delete('pad')
    claims = CLAIMS.to_h { |name| [name, content.delete(name)] }
    return unless /\A\h{8}(-\h{4}){3}-\h{12}\z/.match?(claims['jti']) && /\A[\w-]{22}\z/.match?(claims['attempt'])

    claims['jti'] = claims['jti'].downcase
    [content, claims]
  rescue ArgumentError, TypeError, JSON::ParserError, OpenSSL::OpenSSLError
    nil
  end

  # The token of a saved card has no dots.
  def sealed?(section) = section.is_a?(Hash) && section['token'].is_a?(String) && section['token'].count('.') == 4

  def card_data?(section) = CARD_DATA.any? { |name| !section[name].nil? }

  # How a source has to name the recipient beside it.
  def recipient_name(recipient)
    return if recipient.nil?
    return UNNAMEABLE if !recipient.is_a?(Hash) || card_data?(recipient) || !recipient['token'].is_a?(String)

    sealed?(recipient) ? 'sealed' : encode(Digest::SHA256.digest(recipient['token']))
  end

  # Whether a seal is fresh, and was made for this request.
  def bound_to?(claims, request, now)
    iat, bound = claims.values_at('iat', 'bound_to')
    return false unless iat.is_a?(Numeric) && (now - iat).abs <= WINDOW && bound.is_a?(Hash)

    # Without a contract it pays, and the request's is ignored: older pages don't seal it.
    request = request.except('contract') unless bound.key?('contract')
    bound == request.compact
  end

  # Opens the card sections of a request.
  #
  # operation: 'check', 'transfer' or 'order'. request: amount, currency, and tracking_id, product_id and contract if it has them; for an
  # order the price of the product or plan. cards: the sections as they came. keys: private keys by their kid. now: seconds.
  # The block says whether a payment was accepted with a jti or with 'attempt …'; record the returned ids when you accept one.
  # Raises Duplicate or Refused.
  def open_sections(operation, request, cards, keys, now)
    request = request.except('contract') unless operation == 'transfer' # Only a transfer has one.
    seals = SECTIONS.select { |name| sealed?(cards[name]) }.to_h { |name| [name, unseal(cards[name]['token'], keys)] }
    claims = seals.values.compact.map(&:last)
    ids = claims.map { |one| one['jti'] } + claims.map { |one| "attempt #{one['attempt']}" }.uniq
    # Before every other rule: a page must never read of a copy that it failed. A check may come with a used id.
    raise Duplicate if operation != 'check' && ids.any? { |id| yield id }

    mixed = claims.map { |one| one['attempt'] }.uniq.length > 1 || claims.map { |one| one['jti'] }.uniq.length < claims.length
    recipient = recipient_name(cards['recipient_card'])
    recipient &&= UNNAMEABLE if operation == 'order'
    refused = seals.reject do |name, seal|
      source = name == 'credit_card'
      wanted = { **request, 'operation' => operation, 'section' => name, 'recipient' => source ? recipient : nil }
      proven = source ? recipient != UNNAMEABLE : seals.key?('credit_card')
      seal && !mixed && proven && !card_data?(cards[name]) && bound_to?(seal.last, wanted, now)
    end
    raise Refused, refused.keys unless refused.empty?

    {
      'sections' => cards.to_h { |name, section| [name, seals.key?(name) ? seals[name].first : section] },
      'ids' => ids,
      'contract' => claims.all? { |one| one['bound_to'].key?('contract') } ? request['contract'] : nil,
    }
  end
end

if $PROGRAM_NAME == __FILE__
  key, document = ARGV.map { |name| JSON.parse(File.read(name, encoding: 'UTF-8')) }
  keys = { key['thumbprint'] => OpenSSL::PKey.read(key['private_pem']) }
  # What a reader has to make of a vector.
  wanted_of = lambda do |vector, cards|
    next vector.slice('refused') if vector.key?('refused')

    texts, request = vector['sections'].transform_values { |section| section['plaintext'] }, vector['request']
    {
      'sections' => cards.merge(texts.transform_values { |text| text.except(*Seals::CLAIMS) }),
      'ids' => texts.values.map { |text| text['jti'].downcase } + texts.values.map { |text| "attempt #{text['attempt']}" }.uniq,
      'contract' => vector.fetch('unsealed', []).include?('contract') ? nil : request['contract'],
    }
  end
  differ = (document['vectors'] + document['refused']).reject do |vector|
    request = vector['request']
    cards = vector['cards'] || vector['sections'].transform_values { |section| section.slice('token') }
    cards = cards.merge(request.slice('recipient_card'))
    used = vector.fetch('used', [])
    result = begin
      now = vector.fetch('now', document['now'])
      Seals.open_sections(vector['operation'], request.except('recipient_card'), cards, keys, now) { |id| used.include?(id) }
    rescue Seals::Duplicate
      { 'refused' => 'duplicate' }
    rescue Seals::Refused => error
      { 'refused' => error.sections }
    end
    right = result == wanted_of.call(vector, cards)
    puts right ? "ok #{vector['title']}" : "DIFFERS #{vector['title']}: #{JSON.generate(result)}"
    right
  end
  exit differ.empty?
end

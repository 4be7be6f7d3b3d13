// Opens the sealed card sections of a request, and refuses what was not sealed for it: every rule of docs/operators.md.
//
// Go 1.19 or later, with its standard library. All vectors: go run unseal.go key.json sealed-sections.json
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"
)

// Window is how many seconds a seal may be older or newer than the clock.
const Window = 900

// ErrDuplicate says that a payment was accepted with one of the ids: answer with the duplicate rejection.
var ErrDuplicate = errors.New("duplicate")

// Refused names the sections whose `token` is refused: answer 422, with the same text for every reason.
type Refused struct{ Sections []string }

func (refused *Refused) Error() string { return strings.Join(refused.Sections, ", ") }

type object = map[string]any

type opened struct {
	fields       object
	iat, boundTo any
	jti, attempt string
}

// Result has the sections with their fields, the ids to record when the payment is accepted, and the contract, if the page has sealed it.
type Result struct {
	Sections object   `json:"sections"`
	IDs      []string `json:"ids"`
	Contract any      `json:"contract"`
}

var (
	sections   = []string{"credit_card", "recipient_card"}
	claims     = []string{"iat", "jti", "bound_to", "attempt"}
	cardData   = []string{"number", "verification_value", "exp_month", "exp_year", "holder"}
	isID       = regexp.MustCompile(`^[\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$`)
	isAttempt  = regexp.MustCompile(`^[\w-]{22}$`)
	errForm    = errors.New("not a sealed section")
	unnameable = new(int)
)

func encode(octets []byte) string { return base64.RawURLEncoding.EncodeToString(octets) }

// decode reads base64url without padding, in its only spelling.
func decode(part string) ([]byte, error) {
	octets, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil || encode(octets) != part {
		return nil, errForm
	}
	return octets, nil
}

// keyFor finds the private key for a header. Its text is compared, not its JSON: so no member can be there twice, and no white space.
func keyFor(header string, keys map[string]*rsa.PrivateKey) *rsa.PrivateKey {
	if !strings.HasPrefix(header, "{") || !strings.HasSuffix(header, "}") {
		return nil
	}
	members := strings.Split(header[1:len(header)-1], ",")
	sort.Strings(members)
	for kid, key := range keys {
		expected := []string{`"alg":"RSA-OAEP-256"`, `"cty":"application/json"`, `"enc":"A256GCM"`, `"kid":"` + kid + `"`, `"typ":"JOSE"`}
		if reflect.DeepEqual(members, expected) {
			return key
		}
	}
	return nil
}

func decrypt(token string, keys map[string]*rsa.PrivateKey) ([]byte, error) {
	texts := strings.Split(token, ".")
	if len(texts) != 5 {
		return nil, errForm
	}
	parts := make([][]byte, len(texts))
	for index, text := range texts {
		part, err := decode(text)
		if err != nil {
			return nil, err
		}
		parts[index] = part
	}
	header, wrapped, iv, ciphertext, tag := string(parts[0]), parts[1], parts[2], parts[3], parts[4]
	key := keyFor(header, keys)
	if key == nil || len(iv) != 12 || len(tag) != 16 {
		return nil, errForm
	}
	contentKey, err := rsa.DecryptOAEP(sha256.New(), nil, key, wrapped, nil)
	if err != nil || len(contentKey) != 32 {
		return nil, errForm
	}
	block, err := aes.NewCipher(contentKey)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return gcm.Open(nil, iv, append(ciphertext, tag...), []byte(texts[0]))
}

// unseal returns the fields of a section and the claims of its seal; nil when it can't be opened, for any reason.
func unseal(token string, keys map[string]*rsa.PrivateKey) *opened {
	text, err := decrypt(token, keys)
	var content object
	if err != nil || !utf8.Valid(text) || json.Unmarshal(text, &content) != nil || content == nil {
		return nil
	}
	jti, _ := content["jti"].(string)
	attempt, _ := content["attempt"].(string)
	if !isID.MatchString(jti) || !isAttempt.MatchString(attempt) {
		return nil
	}
	seal := &opened{fields: content, iat: content["iat"], boundTo: content["bound_to"], jti: strings.ToLower(jti), attempt: attempt}
	delete(content, "pad")
	for _, name := range claims {
		delete(content, name)
	}
	return seal
}

func tokenOf(section any) (string, bool) {
	fields, _ := section.(object)
	token, isText := fields["token"].(string)
	return token, isText
}

// isSealed tells a seal from the token of a saved card, which has no dots.
func isSealed(section any) bool {
	token, _ := tokenOf(section)
	return strings.Count(token, ".") == 4
}

func hasCardData(section any) bool {
	fields, _ := section.(object)
	for _, name := range cardData {
		if fields[name] != nil {
			return true
		}
	}
	return false
}

// recipientName is how a source has to name the recipient beside it: nil for none.
func recipientName(recipient any) any {
	if recipient == nil {
		return nil
	}
	token, isText := tokenOf(recipient)
	if hasCardData(recipient) || !isText {
		return unnameable
	}
	if isSealed(recipient) {
		return "sealed"
	}
	hash := sha256.Sum256([]byte(token))
	return encode(hash[:])
}

// without copies an object without this member.
func without(given object, left string) object {
	copied := object{}
	for name, value := range given {
		if name != left {
			copied[name] = value
		}
	}
	return copied
}

// isBoundTo says whether a seal is fresh, and was made for this request.
func (seal *opened) isBoundTo(request object, now float64) bool {
	iat, isNumber := seal.iat.(float64)
	bound, isObject := seal.boundTo.(object)
	if !isNumber || !isObject || !(math.Abs(now-iat) <= Window) {
		return false
	}
	// Without a contract it pays, and the request's is ignored: older pages don't seal it.
	_, isContractBound := bound["contract"]
	expected := object{}
	for name, value := range request {
		// A request without tracking_id is bound without one, not to null.
		if value != nil && (name != "contract" || isContractBound) {
			expected[name] = value
		}
	}
	return reflect.DeepEqual(bound, expected)
}

// OpenSections opens the card sections of a request.
//
// operation is check, transfer or order. request has amount, currency, and tracking_id, product_id and contract if it has them, as
// encoding/json decodes them; for an order the price of the product or plan. cards are the sections as they came, keys are named by their
// kid, now is in seconds. isUsed says whether a payment was accepted with a jti or with "attempt …"; record the returned ids when you
// accept one. The error is ErrDuplicate or *Refused.
func OpenSections(operation string, request, cards object, keys map[string]*rsa.PrivateKey, now float64, isUsed func(string) bool) (*Result, error) {
	// Only a transfer has a contract.
	if operation != "transfer" {
		request = without(request, "contract")
	}
	seals := map[string]*opened{}
	ids, attempts, jtis, opens := []string{}, map[string]bool{}, map[string]bool{}, 0
	isContractBound := true
	for _, name := range sections {
		if !isSealed(cards[name]) {
			continue
		}
		token, _ := tokenOf(cards[name])
		seal := unseal(token, keys)
		seals[name] = seal
		if seal == nil {
			continue
		}
		opens++
		ids = append(ids, seal.jti)
		jtis[seal.jti], attempts[seal.attempt] = true, true
		bound, _ := seal.boundTo.(object)
		_, isBound := bound["contract"]
		isContractBound = isContractBound && isBound
	}
	for attempt := range attempts {
		ids = append(ids, "attempt "+attempt)
	}
	// Before every other rule: a page must never read of a copy that it failed. A check may come with a used id.
	for _, id := range ids {
		if operation != "check" && isUsed(id) {
			return nil, ErrDuplicate
		}
	}
	mixed := len(attempts) > 1 || len(jtis) < opens
	recipient := recipientName(cards["recipient_card"])
	if operation == "order" && recipient != nil {
		recipient = unnameable
	}
	_, isSourceSealed := seals["credit_card"]
	refused := []string{}
	for _, name := range sections {
		seal, isSealed := seals[name]
		if !isSealed {
			continue
		}
		wanted := without(request, "")
		wanted["operation"], wanted["section"] = operation, name
		proven := isSourceSealed
		if name == "credit_card" {
			wanted["recipient"], proven = recipient, recipient != any(unnameable)
		}
		if seal == nil || mixed || !proven || hasCardData(cards[name]) || !seal.isBoundTo(wanted, now) {
			refused = append(refused, name)
		}
	}
	if len(refused) > 0 {
		return nil, &Refused{refused}
	}
	result := &Result{Sections: object{}, IDs: ids}
	for name, section := range cards {
		result.Sections[name] = section
		if seal := seals[name]; seal != nil {
			result.Sections[name] = seal.fields
		}
	}
	if isContractBound {
		result.Contract = request["contract"]
	}
	return result, nil
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

type vector struct {
	Title, Operation string
	Request          object
	Sections         map[string]struct {
		Token     string
		Plaintext object
	}
	Unsealed []string
	Cards    object
	Refused  any
	Used     []string
	Now      float64
}

// wanted is what a reader has to make of a vector.
func (vector vector) wanted(cards object) object {
	if vector.Refused != nil {
		return object{"refused": vector.Refused}
	}
	opens, ids, attempts := without(cards, ""), []any{}, []any{}
	for _, name := range sections {
		section, isThere := vector.Sections[name]
		if !isThere {
			continue
		}
		ids = append(ids, strings.ToLower(section.Plaintext["jti"].(string)))
		fields := section.Plaintext
		for _, claim := range claims {
			fields = without(fields, claim)
		}
		opens[name] = fields
		if len(attempts) == 0 {
			attempts = []any{"attempt " + section.Plaintext["attempt"].(string)}
		}
	}
	contract := vector.Request["contract"]
	if contains(vector.Unsealed, "contract") {
		contract = nil
	}
	return object{"sections": opens, "ids": append(ids, attempts...), "contract": contract}
}

func contains(texts []string, wanted string) bool {
	for _, text := range texts {
		if text == wanted {
			return true
		}
	}
	return false
}

func main() {
	var key struct {
		Thumbprint string
		PrivatePem string `json:"private_pem"`
	}
	var document struct {
		Now              float64
		Vectors, Refused []vector
	}
	must(0, json.Unmarshal(must(os.ReadFile(os.Args[1])), &key))
	must(0, json.Unmarshal(must(os.ReadFile(os.Args[2])), &document))
	block, _ := pem.Decode([]byte(key.PrivatePem))
	private := must(x509.ParsePKCS8PrivateKey(block.Bytes)).(*rsa.PrivateKey)
	keys := map[string]*rsa.PrivateKey{key.Thumbprint: private}
	differ := 0
	for _, vector := range append(document.Vectors, document.Refused...) {
		cards := without(vector.Cards, "")
		for name, section := range vector.Sections {
			if vector.Cards == nil {
				cards[name] = object{"token": section.Token}
			}
		}
		if recipient, isThere := vector.Request["recipient_card"]; isThere {
			cards["recipient_card"] = recipient
		}
		now := document.Now
		if vector.Now != 0 {
			now = vector.Now
		}
		isUsed := func(id string) bool { return contains(vector.Used, id) }
		var result any
		opened, err := OpenSections(vector.Operation, without(vector.Request, "recipient_card"), cards, keys, now, isUsed)
		var refused *Refused
		switch {
		case errors.Is(err, ErrDuplicate):
			result = object{"refused": "duplicate"}
		case errors.As(err, &refused):
			result = object{"refused": refused.Sections}
		default:
			result = opened
		}
		said := must(json.Marshal(result))
		var read object
		must(0, json.Unmarshal(said, &read))
		if reflect.DeepEqual(read, vector.wanted(cards)) {
			fmt.Println("ok", vector.Title)
		} else {
			differ++
			fmt.Printf("DIFFERS %s: %s\n", vector.Title, said)
		}
	}
	if differ > 0 {
		os.Exit(1)
	}
}

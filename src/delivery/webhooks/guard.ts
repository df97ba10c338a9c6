import { lookup as lookupByDns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';
import { parsedUrl } from '../../kernel/base/kinds.js';

/** Kept below the time-out of a whole delivery, so that an address nobody answers at is told apart from a slow receiver. */
const connect_timeout_ms = 10_000;

const url_characters_max = 2048;

/** Every address handed out so far lies here; what ipaddr.js calls unicast also holds space that was never assigned. */
const global_unicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether we may connect to this address: a public one, or one that an allowed CIDR names. Addresses that carry another
 * one inside (mapped, NAT64, 6to4, Teredo) are refused whatever they carry, since where they lead is not ours to know.
 */
export function isAllowedAddress(address: string, allow: readonly string[]): boolean {
  // Only Node's own spelling: where two parsers could read an address differently, the second one is the socket's.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return isPublic(parsed) || allow.some((cidr) => isWithin(parsed, cidr));
}

/**
 * The only way out for a webhook: an agent that resolves a name once, checks every address it got, and connects to
 * nothing else. The name stays the server name of TLS, and a name that changes its address later changes nothing.
 */
export function guardedAgent(allow: readonly string[], lookup: LookupFunction = lookupByDns): Agent {
  refuseMalformed(allow);
  const connect = buildConnector({ lookup: guardedLookup(allow, lookup), timeout: connect_timeout_ms });
  return new Agent({
    connect: (options, callback) => {
      // Node asks no lookup about a literal address, so this is the only place that sees one.
      if (isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, allow)) {
        return callback(addressRefused(options.hostname), null);
      }
      connect(options, callback);
    },
  });
}

/**
 * Why this URL cannot be a webhook endpoint, as a sentence for its owner; null when it can. A name is only judged when we
 * connect to it: what it resolves to today says nothing about tomorrow.
 */
export function refusalOfUrl(url: string, options: { allow: readonly string[]; requireHttps: boolean }): string | null {
  if (url.length > url_characters_max) return `The URL is longer than ${url_characters_max} characters.`;
  // The URL parser drops these silently; what is stored would not be what is called.
  if (/[\s\p{Cc}]/u.test(url)) return 'The URL contains white space or control characters.';
  const parsed = parsedUrl(url);
  if (!parsed) return 'The URL is not valid. It must be absolute, such as https://example.com/webhooks.';
  return refusalOfParts(parsed, options.requireHttps) ?? refusalOfHost(parsed, options.allow);
}

function refusalOfParts(url: URL, requireHttps: boolean): string | null {
  if (requireHttps && url.protocol !== 'https:') return 'The URL must start with https://.';
  if (!['http:', 'https:'].includes(url.protocol)) return 'The URL must start with http:// or https://.';
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.';
  if (url.href.includes('#')) return 'The URL must not contain a fragment (the part from # on).';
  return null;
}

function refusalOfHost(url: URL, allow: readonly string[]): string | null {
  const address = literalAddress(url.hostname);
  if (address === null || isAllowedAddress(address, allow)) return null;
  return `The URL leads to ${url.hostname}, which is not a public address. To allow it, start the service with FLORIN_WEBHOOK_ALLOW=${address}/${isIP(address) === 6 ? 128 : 32}.`;
}

/** The address a host spells out, if it does; the URL parser has already undone decimal, octal and hexadecimal forms. */
function literalAddress(hostname: string): string | null {
  if (/^(.+\.)?localhost\.?$/.test(hostname)) return '127.0.0.1';
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

function guardedLookup(allow: readonly string[], lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(lookupFailed(hostname, error), '');
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (first === undefined) return callback(lookupFailed(hostname, null), '');
      // One bad address refuses them all: which of them the socket would take is up to chance and the network.
      const refused = addresses.find(({ address }) => !isAllowedAddress(address, allow));
      if (refused !== undefined) return callback(addressRefused(refused.address), '');
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(global_unicast);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  if (!ipaddr.isValidCIDR(cidr)) return false;
  const [base, bits] = ipaddr.parseCIDR(cidr);
  return base.kind() === address.kind() && address.match(base, bits);
}

/** Told at start, because a range that is quietly ignored looks like a network fault much later. */
function refuseMalformed(allow: readonly string[]): void {
  const malformed = allow.find((cidr) => !ipaddr.isValidCIDR(cidr));
  if (malformed !== undefined) throw new Error(`Not an address range such as 10.0.0.0/8 or fd00::/8: ${malformed}`);
}

function addressRefused(address: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`The address ${address} is not allowed.`), { code: 'ERR_ADDRESS_NOT_ALLOWED' });
}

function lookupFailed(hostname: string, cause: Error | null): NodeJS.ErrnoException {
  return Object.assign(new Error(`No address was found for ${hostname}.`, { cause }), {
    code: 'ERR_DNS_LOOKUP_FAILED',
  });
}

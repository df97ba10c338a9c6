import { lookup as lookupByDns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector } from 'undici';
import { parsedUrl } from '../../kernel/base/kinds.js';

/** Below the timeout of a delivery, so that an unreachable address is distinguished from a slow receiver. */
const connect_timeout_ms = 10_000;

const url_characters_max = 2048;

/** All assigned addresses are in this range; the unicast range of ipaddr.js also includes unassigned space. */
const global_unicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a connection to this address is allowed: it is public, or within an allowed CIDR. Addresses that embed another one (mapped, NAT64, 6to4,
 * Teredo) are always refused, because their destination is unknown.
 */
export function isAllowedAddress(address: string, allow: readonly string[]): boolean {
  // Only Node's own spelling: if two parsers could read an address differently, the socket would use the second reading.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return isPublic(parsed) || allow.some((cidr) => isWithin(parsed, cidr));
}

/**
 * The agent for all webhook connections: it resolves a name once, checks every address, and connects only to those. TLS still uses the name, and a
 * later DNS change has no effect.
 */
export function guardedAgent(allow: readonly string[], lookup: LookupFunction = lookupByDns): Agent {
  refuseMalformed(allow);
  const connect = buildConnector({ lookup: guardedLookup(allow, lookup), timeout: connect_timeout_ms });
  return new Agent({
    connect: (options, callback) => {
      // Node does no lookup for a literal address, so it is checked here.
      if (isIP(options.hostname) !== 0 && !isAllowedAddress(options.hostname, allow)) {
        return callback(addressRefused(options.hostname), null);
      }
      connect(options, callback);
    },
  });
}

/**
 * Why a URL cannot be a webhook endpoint, as a message for its owner; null if it can. A name is only checked at each connection, because its address
 * may change.
 */
export function refusalOfUrl(url: string, options: { allow: readonly string[]; requireHttps: boolean }): string | null {
  if (url.length > url_characters_max) return `The URL is longer than ${url_characters_max} characters.`;
  // The URL parser drops these characters silently, so the stored URL would differ from the one that is called.
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

/** The literal address in a host, if any; the URL parser has already normalized decimal, octal and hexadecimal forms. */
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
      // One disallowed address refuses all of them: it is not predictable which one the socket would use.
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

/** Refused at the start, because an ignored range would look like a network fault much later. */
function refuseMalformed(allow: readonly string[]): void {
  const malformed = allow.find((cidr) => !ipaddr.isValidCIDR(cidr));
  if (malformed !== undefined) throw new Error(`Not an address range (such as 10.0.0.0/8 or fd00::/8): ${malformed}`);
}

function addressRefused(address: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`The address ${address} is not allowed.`), { code: 'ERR_ADDRESS_NOT_ALLOWED' });
}

function lookupFailed(hostname: string, cause: Error | null): NodeJS.ErrnoException {
  return Object.assign(new Error(`No address was found for ${hostname}.`, { cause }), {
    code: 'ERR_DNS_LOOKUP_FAILED',
  });
}

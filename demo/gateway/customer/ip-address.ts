import { parseUrl } from '../../../src/url/parse-url.js';

/** Whether a text is an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean =>
  /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text) ||
  (/^[\da-f:.]+$/i.test(text) && text.includes(':') && parseUrl(`http://[${text}]/`) !== undefined);

/** Words at the end of the name of a field that identifies a person: `email`, `contact_email`, `clientIp`, `user-id`. */
const PERSONAL = new Set(
  `email emailaddress mail phone phonenumber telephone mobile msisdn firstname lastname fullname surname username userid
  distinctid anonymousid deviceid personid sessionid customerid idfa idfv gaid advertisingid ip ipaddress ipv4 ipv6 address
  street birthday birthdate dateofbirth ssn taxid iban`.split(/\s+/),
);
const MAX_WORDS = 3;
/** Of the user itself, a name is a person's; of an event it may be a product's. */
const OF_USER = /^user(?:_then)?\.["']?(?:name|id)["']?$/;

const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;
const IPV4 = /\b(?:\d{1,3}\.){3}\d{1,3}\b/;
/** With its country: other numbers may be anything, such as a date. */
const PHONE = /^\+\d[\d ()/.-]{6,}\d$/;

export const HIDDEN = '(hidden)';

/** A digest leaves the server by mail and chat, so it names nobody: values of such a field are not sent. */
export function isPersonalField(field: string): boolean {
  if (OF_USER.test(field)) return true;
  const words = field
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return Array.from({ length: MAX_WORDS }, (_, index) => words.slice(-index - 1).join('')).some((name) =>
    PERSONAL.has(name),
  );
}

/** The text, unless it looks like an address or an id of a person. */
export const withoutPerson = (text: string): string =>
  EMAIL.test(text) || UUID.test(text) || IPV4.test(text) || PHONE.test(text.trim()) ? HIDDEN : text;

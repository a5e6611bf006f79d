/** Escapes a text for the contents and the attributes of HTML. */
export function asText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

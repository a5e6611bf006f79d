/** Cleans the names of files for display. A name never becomes a path: bytes are stored under an id. */

const LONGEST = 120
/** Control characters, bidirectional overrides and zero-width characters. */
const INVISIBLE = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
/** Characters with a meaning for file systems or headers. */
const RESERVED = /["*:<>?|]/g

/** A name that can be displayed and saved, with an extension that matches the file's kind. */
export function fileName(given: string, extensions: readonly string[]): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replace(INVISIBLE, '')
    .replace(RESERVED, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const known = extensionOf(name)
  const isOfKind = extensions.includes(known)
  const stem = (isOfKind ? name.slice(0, -known.length - 1) : name).trim() || 'file'
  const extension = isOfKind ? known : (extensions[0] ?? 'bin')
  return `${[...stem].slice(0, LONGEST - extension.length - 1).join('')}.${extension}`
}

/** Lower case and without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The header for a download, encoded so that no character of the name ends the header or begins another. [SEC-08] */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

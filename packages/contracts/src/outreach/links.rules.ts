/** Links in the words of a text, the short links that stand for them, and where links may lead. */
import { ADDRESS_MAX, isWebAddress } from './web-address.rules.ts'

export const LINKS_MAX = 5
/** The letters and digits of a short link's code, so that all short links have one length. */
export const SHORT_CODE_LENGTH = 10

export interface Link {
  /** The range in the words, in UTF-16 units. */
  readonly from: number
  readonly to: number
  readonly url: string
}

/** An address may hold placeholders here, so that it is found whole and refused. */
const ADDRESS = /\bhttps?:\/\/(?:\{\{[^{}]*\}\}|[^\s<>"“”`{}])+/giu
/** Punctuation after a link belongs to the sentence. */
const AFTER = /[.,;:!?'’\]…]+$/u

export function linksIn(words: string): Link[] {
  return [...words.matchAll(ADDRESS)].map(({ 0: whole, index: from }) => {
    const url = withoutPunctuation(whole)
    return { from, to: from + url.length, url }
  })
}

/** A closing bracket belongs to the link if the link opens one. */
function withoutPunctuation(address: string): string {
  const cut = address.replace(AFTER, '')
  const isUnopened = cut.endsWith(')') && cut.split('(').length < cut.split(')').length
  return isUnopened ? withoutPunctuation(cut.slice(0, -1)) : cut
}

/** The words with another address in the place of each link. */
export function withLinks(words: string, shortLink: (url: string) => string): string {
  let done = 0
  const parts = linksIn(words).map(({ from, to, url }) => {
    const part = words.slice(done, from) + shortLink(url)
    done = to
    return part
  })
  return parts.join('') + words.slice(done)
}

/** The address of a short link, below `SHORT_LINK_URL`. */
export function shortLinkOf(base: string, code: string): string {
  return `${base}/${code}`
}

/** As long as each short link will be, for counting before there is one. */
export function sampleShortLink(base: string): string {
  return shortLinkOf(base, '0'.repeat(SHORT_CODE_LENGTH))
}

/** Where links of an organization may lead. */
export interface LinkPolicy {
  /** The hosts of the product itself. */
  readonly ownHosts: readonly string[]
  /** Links lead to these hosts and those below them; empty: to any. */
  readonly linkHosts: readonly string[]
}

const PRIVATE = /^[^.]+$|\.(?:local|localhost|localdomain|internal|intranet|lan|home|corp|arpa)$/
const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$|^\[/

/** The sentence that refuses the target of a link; null for a good one. */
export function linkProblem(url: string, { ownHosts, linkHosts }: LinkPolicy): string | null {
  if (/[{}]/.test(url)) return 'A link can’t hold a patient’s details.'
  if (url.length > ADDRESS_MAX) return `A link has ${ADDRESS_MAX.toLocaleString('en-US')} characters at most.`
  if (!isWebAddress(url)) return 'This is not an http or https address.'
  const host = new URL(url).hostname.replace(/\.$/, '')
  if (IP_ADDRESS.test(host) || PRIVATE.test(host)) return 'A link leads to the name of a public host.'
  if (ownHosts.some((own) => isWithin(host, own))) return 'A link can’t lead back to this service.'
  if (linkHosts.length > 0 && !linkHosts.some((allowed) => isWithin(host, allowed)))
    return `Links may lead to ${linkHosts.join(', ')} only.`
  return null
}

function isWithin(host: string, above: string): boolean {
  return host === above || host.endsWith(`.${above}`)
}

/** Addresses of schemes that no text needs, such as `javascript:`. */
export function forbiddenAddresses(words: string): Link[] {
  return [...words.matchAll(/\b(?:javascript|vbscript|data|file|blob):(?=\S)[^\s"“”<>]+/giu)].map(
    ({ 0: url, index: from }) => ({ from, to: from + url.length, url }),
  )
}

/** Mentions of colleagues in an internal note. */
import type { Colleague } from '../../../parts/use-colleagues.ts'

export interface MentionQuery {
  /** The position of the @ sign. */
  readonly from: number
  readonly typed: string
}

/** The text between an @ sign and the caret; null when no mention is being typed. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | null {
  const typed = /(?:^|[\s(])@([\p{L}\p{M}'’.-]{0,30})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { from: caret - typed.length - 1, typed }
}

/** The colleagues whose first or last name starts with the text, without the user. */
export function matchingColleagues(all: readonly Colleague[], typed: string, userId: string): Colleague[] {
  const begins = typed.toLowerCase()
  return all
    .filter(({ _id, name }) => {
      const words = name.toLowerCase().split(/\s+/)
      return _id !== userId && words.some((word) => word.startsWith(begins))
    })
    .slice(0, 8)
}

/** The note with the full name in place of the typed text, and the caret after it. */
export function withName(
  text: string,
  caret: number,
  { from }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

export interface MentionPart {
  readonly text: string
  readonly named: boolean
}

/**
 * Splits a note into parts and marks the mentioned names. Longer names match first, because one name may start with
 * another.
 */
export function mentionParts(text: string, names: readonly string[]): MentionPart[] {
  return markedParts(
    text,
    names.map((name) => `@${name}`),
  )
}

/** Splits a text into parts and marks the signs in it. */
export function markedParts(text: string, signs: readonly string[]): MentionPart[] {
  const longestFirst = signs.toSorted((one, other) => other.length - one.length)
  const firsts = new Set(signs.map((sign) => sign.charAt(0)))
  const parts: MentionPart[] = []
  let done = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at < done || !firsts.has(text.charAt(at))) continue
    const sign = longestFirst.find((one) => text.startsWith(one, at))
    if (sign === undefined) continue
    if (at > done) parts.push({ text: text.slice(done, at), named: false })
    parts.push({ text: sign, named: true })
    done = at + sign.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), named: false })
  return parts
}

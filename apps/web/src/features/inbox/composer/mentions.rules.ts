/** Colleagues who are named in an internal note. */
import type { Colleague } from '../../../parts/use-colleagues.ts'

export interface Asked {
  /** Where the sign stands. */
  readonly from: number
  readonly typed: string
}

/** What is typed behind the sign before the caret; null where nobody is about to be named. */
export function askedFor(text: string, caret: number): Asked | null {
  const typed = /(?:^|[\s(])@([\p{L}\p{M}'’.-]{0,30})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { from: caret - typed.length - 1, typed }
}

/** Whose first or last name begins so; oneself is not named. */
export function matchingColleagues(all: readonly Colleague[], typed: string, userId: string): Colleague[] {
  const begins = typed.toLowerCase()
  return all
    .filter(({ _id, name }) => {
      const words = name.toLowerCase().split(/\s+/)
      return _id !== userId && words.some((word) => word.startsWith(begins))
    })
    .slice(0, 8)
}

/** The note with the whole name where the sign was, and the caret behind it. */
export function withName(text: string, caret: number, { from }: Asked, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

export interface NamedPart {
  readonly text: string
  readonly named: boolean
}

/** A note in parts, the names of those whom it tells marked. Longer names first: one may begin like another. */
export function namedParts(text: string, names: readonly string[]): NamedPart[] {
  const signs = names.map((name) => `@${name}`).toSorted((one, other) => other.length - one.length)
  const parts: NamedPart[] = []
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const sign = signs.find((one) => text.startsWith(one, at))
    if (sign === undefined || at < done) continue
    if (at > done) parts.push({ text: text.slice(done, at), named: false })
    parts.push({ text: sign, named: true })
    done = at + sign.length
  }
  if (done < text.length) parts.push({ text: text.slice(done), named: false })
  return parts
}

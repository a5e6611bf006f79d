/** The reply to a review: what it begins with, and what others made of it meanwhile. */
import type { Finding, Linted } from '@foyer/contracts/listings/finding.rules.ts'
import { bytesOf, REPLY_BYTES_MAX } from '@foyer/contracts/listings/limits.rules.ts'
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { CallError } from '../../api/call-error.ts'

const UNANSWERED: ReadonlySet<string> = new Set(['needsReply', 'rejected', 'failed'])

/** No reply stands at Google or is on its way there. */
export function wantsReply({ foyer: { state } }: Review): boolean {
  return UNANSWERED.has(state)
}

interface Start {
  readonly text: string
  readonly seenDraft: number
  readonly seenVersion: number
}

/** The box begins with the shared draft, else with the reply that Google refused. */
export function startOf({ foyer: { draft, refused, version } }: Review): Start {
  return { text: draft?.comment ?? refused?.comment ?? '', seenDraft: draft?.version ?? 0, seenVersion: version }
}

interface Held {
  readonly text: string
  readonly userId: string
  readonly seenDraft: number
}

interface Typed {
  readonly review: Review
  readonly text: string
  readonly isDirty: boolean
  readonly edited: string | null
}

/** Something was typed that would be lost. A review that Google no longer has takes no draft. */
export function isUnsaved({ review: { foyer }, text, isDirty, edited }: Typed): boolean {
  return isDirty && foyer.state !== 'removed' && text !== (foyer.draft?.comment ?? '') && text !== edited
}

/** The draft that a colleague saved after the text here was begun; null for none. */
export function theirsOf({ text, userId, seenDraft }: Held, { foyer: { draft } }: Review): Review['foyer']['draft'] {
  if (draft === null || draft.version <= seenDraft || draft.comment === text) return null
  return draft.by === userId ? null : draft
}

/** Another reply than the typed one stands at Google, or is on its way there. */
export function standsOf({ text }: Pick<Held, 'text'>, told: Review): boolean {
  return !wantsReply(told) && told.reviewReply !== undefined && told.reviewReply.comment !== text.trim()
}

export function isStaleAnswer(error: unknown): boolean {
  return error instanceof CallError && error.reason === 'stale'
}

/** The review as a refusal shows it, else the one on the screen. */
export function reviewOf(error: unknown, held: Review): Review {
  const data = error instanceof CallError ? error.data : null
  return typeof data === 'object' && data !== null && 'reviewId' in data ? (data as Review) : held
}

export interface Refusal {
  /** The text that was refused. */
  readonly text: string
  readonly findings: readonly Finding[]
  readonly proposal: string | null
}

/** The findings that only the server makes, such as a patient's name. */
export function privacyRefusal(error: unknown, text: string): Refusal | null {
  if (!(error instanceof CallError) || error.reason !== 'privacy') return null
  const { findings = [], proposal = null } = (error.data ?? {}) as Partial<Refusal>
  return { text, ...placedIn(text, { findings, proposal }) }
}

/** The server checks a reply without the space around it; the box shows it with that space. */
export function placedIn(text: string, { findings, proposal }: Linted): Linted {
  const before = text.length - text.trimStart().length
  return { findings: findings.map((one) => ({ ...one, from: one.from + before, to: one.to + before })), proposal }
}

/** Findings whose words still stand in a text that was changed since, at their new places. */
export function stillIn(text: string, before: string, findings: readonly Finding[]): readonly Finding[] {
  return findings.flatMap((one) => {
    const words = before.slice(one.from, one.to)
    const from = text.indexOf(words)
    return from < 0 ? [] : [{ ...one, from, to: from + words.length }]
  })
}

/** Adds the findings that the server made before the last key. Its wording was for the text as it was then. */
export function withKept(own: Linted, kept: readonly Finding[]): Linted {
  const more = kept.filter(
    ({ rule, from, to }) => !own.findings.some((one) => one.rule === rule && one.from <= from && to <= one.to),
  )
  return more.length === 0 ? own : { findings: [...own.findings, ...more], proposal: null }
}

/** "Longer than Google allows" as a sentence; null if the text fits. */
export function lengthProblem(text: string): string | null {
  return bytesOf(text.trim()) <= REPLY_BYTES_MAX ? null : 'This is longer than Google allows. Write less.'
}

interface Part {
  readonly text: string
  readonly named: boolean
}

/** The text in parts, those with a finding named; positions count from the text as it is typed. */
export function markedBy(text: string, findings: readonly Pick<Finding, 'from' | 'to'>[]): readonly Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { from, to } of [...findings].sort((left, right) => left.from - right.from)) {
    if (to <= at) continue
    const start = Math.max(from, at)
    if (start > at) parts.push({ text: text.slice(at, start), named: false })
    parts.push({ text: text.slice(start, to), named: true })
    at = to
  }
  parts.push({ text: text.slice(at), named: false })
  return parts
}

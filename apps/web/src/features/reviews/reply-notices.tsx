import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { violationWords } from '@foyer/contracts/listings/states.rules.ts'
import { clsx } from 'clsx'
import { CircleAlert, Info, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useStaffName } from '../../parts/staff-names.tsx'
import { Button } from '../../ui/button.tsx'
import { problemWords } from './review-words.rules.ts'

interface NoticesProps {
  review: Review
  now: Date
  timezone: string
  /** "Dana is writing a reply" */
  writing: string | null
}

/** The outcome of the reply: refused with its cause, edited after it, waiting for Google; and a colleague who writes. */
export function ReplyNotices({ review, now, timezone, writing }: NoticesProps) {
  const nameOf = useStaffName()
  const { state, refused, editedAfterReply, problem, draft } = review.foyer
  const waits = problemWords(problem)
  const isRefused = refused !== null && (state === 'rejected' || state === 'failed')
  return (
    <div className="space-y-2">
      {writing !== null && (
        <Line kind="warn" role="status">
          {`${writing}. Agree on one before you post.`}
        </Line>
      )}
      {isRefused && (
        <Line kind="bad" role="alert">
          <b className="block font-semibold">
            {state === 'rejected' ? 'Google refused the reply' : 'The reply did not go out'}
          </b>
          {refused.violation === null ? refused.message : violationWords(refused.violation)}
          {draft !== null && draft.comment !== refused.comment && (
            <span dir="auto" className="mt-1 block border-l-2 border-bad-line pl-2 whitespace-pre-wrap">
              {refused.comment}
            </span>
          )}
        </Line>
      )}
      {editedAfterReply && state === 'needsReply' && (
        <Line kind="warn">The reviewer changed the review after the reply. Read both before you answer.</Line>
      )}
      {waits !== null && (
        <Line kind="warn" role="status">
          {waits}
        </Line>
      )}
      {draft !== null && state === 'needsReply' && (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <PencilLine aria-hidden size={14} className="shrink-0" />
          {`Draft by ${nameOf(draft.by, draft.byName) ?? 'a colleague'}, ${momentLabel(draft.at, now, timezone)}`}
        </p>
      )}
    </div>
  )
}

const LOOKS = { warn: 'border-warn-line bg-warn text-warn-text', bad: 'border-bad-line bg-bad text-bad-text' }

export function Line({
  kind,
  role,
  children,
}: {
  kind: keyof typeof LOOKS
  role?: 'alert' | 'status'
  children: ReactNode
}) {
  const Icon = kind === 'bad' ? CircleAlert : Info
  return (
    <div role={role} className={clsx('flex items-start gap-2 rounded-md border px-3 py-2 text-sm', LOOKS[kind])}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}

interface AskedProps {
  /** Tells what happened meanwhile. */
  title: string
  theirs: string
  takeLabel: string
  keepLabel: string
  onTake: () => void
  onKeep: () => void
}

/** Somebody else's words beside the typed ones: nothing is replaced unasked. */
export function Asked({ title, theirs, takeLabel, keepLabel, onTake, onKeep }: AskedProps) {
  return (
    <Line kind="warn" role="alert">
      <b className="block font-semibold">{title}</b>
      <span dir="auto" className="mt-1 block border-l-2 border-warn-line pl-2 whitespace-pre-wrap">
        {theirs}
      </span>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onTake}>
          {takeLabel}
        </Button>
        <Button size="sm" onClick={onKeep}>
          {keepLabel}
        </Button>
      </span>
    </Line>
  )
}

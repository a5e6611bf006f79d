import { starsOf } from '@foyer/contracts/listings/states.rules.ts'
import { useSelector } from '@xstate/react'
import { ArrowDown, ArrowUp, Eye, PanelRight, X } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReplyNotices } from './reply-notices.tsx'
import type { ReplyPaneProps } from './reply-pane-props.ts'
import { ReplyWriting } from './reply-writing.tsx'
import { commentOf, NO_COMMENT, reviewerOf } from './review-words.rules.ts'
import { StandingReply } from './standing-reply.tsx'
import { Stars } from './stars.tsx'
import { useReviewPresence } from './use-review-presence.ts'

/** [REV-01] One review with the reply to it. */
export function ReplyPane(props: ReplyPaneProps) {
  const { organizationId, review, actor, userId, now, timezone, onClose, onPrevious, onNext, onProfile } = props
  const isClosed = useSelector(actor, (state) =>
    ['closed', 'removing', 'posted'].some((name) => state.matches(name as never)),
  )
  const isWriting = useSelector(actor, ({ context }) => context.isDirty) && !isClosed
  const { locationId } = review.foyer
  const writing = useReviewPresence({ organizationId, userId, locationId, reviewId: review.reviewId, isWriting })
  const { text, translation } = commentOf(review)
  return (
    <section aria-label="Reply" className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line pr-3 pl-4 md:pl-5">
        <h2 className="min-w-0 flex-1 truncate text-md font-semibold tracking-tight">
          {'Reply to '}
          <bdi>{reviewerOf(review)}</bdi>
        </h2>
        {onProfile && <IconButton icon={PanelRight} label="Public profile" onClick={onProfile} />}
        <IconButton
          icon={ArrowUp}
          label="Previous review"
          disabledReason={onPrevious ? undefined : 'This is the first one'}
          onClick={onPrevious ?? undefined}
        />
        <IconButton
          icon={ArrowDown}
          label="Next review"
          disabledReason={onNext ? undefined : 'This is the last one'}
          onClick={onNext ?? undefined}
        />
        <IconButton icon={X} label="Close the review" onClick={onClose} />
      </header>
      <div
        className="scrollbar-quiet flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-4 *:shrink-0 md:px-5"
        tabIndex={-1}
      >
        <blockquote className="border-l-2 border-line pl-3">
          <p className="flex flex-wrap items-center gap-x-2.5">
            <Stars stars={starsOf(review.starRating)} />
            <span className="num text-xs text-muted">{momentLabel(review.updateTime, now, timezone)}</span>
          </p>
          <p
            dir="auto"
            className={`mt-1 text-base wrap-anywhere whitespace-pre-wrap ${text === '' ? 'text-muted' : ''}`}
          >
            {text === '' ? NO_COMMENT : text}
          </p>
          {translation !== null && (
            <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap text-muted">
              {`Translated by Google: ${translation}`}
            </p>
          )}
        </blockquote>
        <p className="flex items-start gap-2 rounded-md bg-warn px-3 py-2.5 text-sm text-warn-text">
          <Eye aria-hidden size={16} className="mt-0.5 shrink-0" />
          Anyone can read this reply. Do not confirm that the person is a patient, and leave out visit details.
        </p>
        <ReplyNotices {...{ review, now, timezone, writing }} />
        {isClosed ? <StandingReply {...props} /> : <ReplyWriting key={review.name} {...props} />}
      </div>
    </section>
  )
}

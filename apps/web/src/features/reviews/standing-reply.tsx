import { useSelector } from '@xstate/react'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useStaffName } from '../../parts/staff-names.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Asked, Line } from './reply-notices.tsx'
import type { ReplyPaneProps } from './reply-pane-props.ts'
import { stateWords } from './review-words.rules.ts'
import { StateMark } from './state-mark.tsx'

const ConfirmDialog = lazyPart(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog)

/** The reply that stands at Google or is on its way there, with what can be done with it. */
export function StandingReply({ actor, now, timezone, offline }: ReplyPaneProps) {
  const nameOf = useStaffName()
  const [asks, setAsks] = useState(false)
  const { review, error } = useSelector(actor, ({ context }) => context)
  const isRemoving = useSelector(actor, (state) => state.matches('removing'))
  const { state, repliedBy, overtaken } = review.foyer
  const reply = review.reviewReply
  const by = repliedBy && nameOf(repliedBy.userId, repliedBy.name)
  const isMoving = state === 'posting' || state === 'removing' || isRemoving
  const why = (action: string) =>
    isMoving ? 'The last change is still on its way to Google.' : offlineReason(offline, action)
  if (state === 'removed') return <p className="text-sm text-muted">Google no longer has this review.</p>
  return (
    <>
      {overtaken !== null && (
        <Asked
          title="Another reply came to Google before this one"
          theirs={overtaken.comment}
          takeLabel="Post this one instead"
          keepLabel="Write another"
          onTake={() => actor.send({ type: 'edit', text: overtaken.comment })}
          onKeep={() => actor.send({ type: 'edit' })}
        />
      )}
      {reply === undefined ? (
        <StateMark words={stateWords(review, by)} />
      ) : (
        <section aria-label="Current reply" className="rounded-md border border-line bg-sunken px-3 py-2.5">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <StateMark words={stateWords(review, by)} />
            <span className="num text-xs text-muted">{momentLabel(reply.updateTime, now, timezone)}</span>
          </p>
          <p dir="auto" className="mt-1.5 text-base wrap-anywhere whitespace-pre-wrap">
            {reply.comment}
          </p>
        </section>
      )}
      {error !== null && (
        <Line kind="bad" role="alert">
          {failureMessage(error)}
        </Line>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={Pencil} disabledReason={why('Writing')} onClick={() => actor.send({ type: 'edit' })}>
          Edit reply
        </Button>
        {reply !== undefined && (
          <Button
            kind="danger"
            icon={Trash2}
            busy={isRemoving}
            disabledReason={isRemoving ? undefined : why('Removing')}
            onClick={() => setAsks(true)}
          >
            Remove reply
          </Button>
        )}
      </div>
      {asks && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title="Remove this reply?"
            confirm="Remove reply"
            danger
            onClose={() => setAsks(false)}
            onConfirm={() => {
              setAsks(false)
              actor.send({ type: 'remove' })
            }}
          >
            It is taken down at Google, and the review needs a reply again.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}

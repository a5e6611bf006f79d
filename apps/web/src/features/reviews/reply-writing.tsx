import { useSelector } from '@xstate/react'
import { ChevronDown, MessageSquareText, Send } from 'lucide-react'
import { useMemo } from 'react'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useCommands } from '../../parts/keyboard.tsx'
import { useCannedReplies } from '../../parts/listings/use-canned-replies.ts'
import { useStaffName } from '../../parts/staff-names.tsx'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { offlineReason } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Menu } from '../../ui/menu.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { factsOf, fillCanned, lintOf } from './lint-facts.rules.ts'
import { lengthProblem, withKept } from './reply.rules.ts'
import { ReplyBox } from './reply-box.tsx'
import { Asked, Line } from './reply-notices.tsx'
import type { ReplyPaneProps } from './reply-pane-props.ts'
import { useReplyCheck } from './use-reply-check.ts'

/** The box of the reply with its checks, its canned replies and its buttons. */
export function ReplyWriting({ organizationId, review, actor, connection, userId, offline }: ReplyPaneProps) {
  const nameOf = useStaffName()
  const { text, tell, error, refusal, isDirty, seenVersion } = useSelector(actor, ({ context }) => context)
  const held = useSelector(actor, ({ context }) => context.review)
  const is = (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    actor.getSnapshot().matches(state)
  const value = useSelector(actor, (state) => state.value)
  const [isPosting, isSaving] = [value === 'posting', is({ writing: 'saving' })]
  const { data: canned = [] } = useCannedReplies(organizationId)
  const { colleagues } = useColleagues(organizationId)
  const facts = useMemo(
    () =>
      factsOf(
        review,
        connection,
        canned.map(({ comment }) => fillCanned(comment, review, connection)),
      ),
    [review, connection, canned],
  )
  const own = useMemo(() => lintOf(text, facts), [text, facts])
  const { linted, kept, isChecking } = useReplyCheck(organizationId, review, offline ? '' : text)
  // A refusal holds as long as the text is the refused one.
  const { findings, proposal } = refusal !== null && refusal.text === text ? refusal : (linted ?? withKept(own, kept))
  const isBlocked = findings.some(({ level }) => level === 'block')
  const { draft, locationTitle } = review.foyer
  const whyNotPost =
    offlineReason(offline, 'Posting') ??
    (text.trim() === '' ? 'Write a reply first.' : null) ??
    lengthProblem(text) ??
    (isBlocked ? 'Leave out first what tells of a patient.' : undefined)
  const post = () => whyNotPost === undefined && actor.send({ type: 'post' })
  const change = (typed: string) => actor.send({ type: 'changed', text: typed })
  useCommands([
    {
      ...{ id: 'post reply', title: 'Post the reply', keys: ['mod+enter'], onlyKey: true, group: 'Writing' },
      within: '[data-reply-box]',
      run: () => void post(),
    },
  ])
  const isEdit = held.reviewReply !== undefined
  return (
    <>
      {is({ asking: 'stale' }) && (
        <Asked
          title={`${(draft && nameOf(draft.by, draft.byName)) ?? 'A colleague'} saved another draft`}
          theirs={held.foyer.draft?.comment ?? ''}
          takeLabel="Take theirs"
          keepLabel="Keep mine"
          onTake={() => actor.send({ type: 'takeTheirs' })}
          onKeep={() => actor.send({ type: 'keepMine' })}
        />
      )}
      {is({ asking: 'overtaken' }) && (
        <Asked
          title="A colleague replied while you wrote"
          theirs={held.reviewReply?.comment ?? ''}
          takeLabel="Keep their reply"
          keepLabel="Replace it with mine"
          onTake={() => actor.send({ type: 'takeTheirs' })}
          onKeep={() => actor.send({ type: 'keepMine' })}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Your public reply</h3>
        {canned.length > 0 && (
          <Menu
            label="Canned replies"
            align="end"
            className={buttonLook('default', 'md')}
            content={
              <>
                <MessageSquareText aria-hidden size={15} className="text-muted" />
                Canned replies
                <ChevronDown aria-hidden size={14} className="text-muted" />
              </>
            }
            entries={canned.map(({ title, comment }) => ({
              label: title,
              detail: comment.length > 80 ? `${comment.slice(0, 79)}…` : comment,
              onSelect: () => change([text.trim(), fillCanned(comment, review, connection)].filter(Boolean).join('\n')),
            }))}
          />
        )}
      </div>
      <ReplyBox {...{ text, findings, proposal, isChecking }} disabled={isPosting} onChange={change} />
      <SelectField
        label="Tell a colleague"
        value={tell ?? ''}
        choices={[
          { value: '', label: 'Nobody' },
          ...colleagues.filter(({ _id }) => _id !== userId).map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        onChange={(who) => actor.send({ type: 'tell', who: who === '' ? null : who })}
        className="w-full"
      />
      {error !== null && refusal === null && (
        <Line kind="bad" role="alert">
          {failureMessage(error)}
        </Line>
      )}
      <footer className="sticky bottom-0 -mx-4 mt-auto -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 md:-mx-5 md:px-5">
        <p className="min-w-0 flex-1 basis-32 text-xs wrap-anywhere text-muted">
          {'Posts as '}
          <bdi>{locationTitle}</bdi>
        </p>
        {isEdit && <Button onClick={() => actor.send({ type: 'cancel' })}>Cancel</Button>}
        <Button
          busy={isSaving}
          disabledReason={offlineReason(offline, 'Saving') ?? (isDirty ? undefined : 'Nothing was changed.')}
          onClick={() => actor.send({ type: 'save' })}
        >
          Save draft
        </Button>
        <Button
          kind="primary"
          icon={Send}
          busy={isPosting}
          disabledReason={whyNotPost}
          data-seen-version={seenVersion}
          onClick={post}
        >
          Post reply
        </Button>
      </footer>
    </>
  )
}

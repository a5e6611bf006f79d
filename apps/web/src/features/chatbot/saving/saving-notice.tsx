import { titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveBlob } from '../../../lib/save-blob.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { exportedText } from '../exported.rules.ts'
import { changesBetween } from '../versions/changes.rules.ts'
import type { DraftSavingActor } from './draft-saving.machine.ts'

/** Why the draft is not saved, and what can be done. */
export function SavingNotice({ saving }: { saving: DraftSavingActor }) {
  const state = useSelector(saving, ({ value }) => value)
  const { theirs, flow, error } = useSelector(saving, ({ context }) => context)
  const saved = useSelector(saving, ({ context }) => context.saved)
  if (state === 'refused')
    return (
      <Notice words={failureMessage(error)}>
        <Button size="sm" onClick={() => saving.send({ type: 'SAVE' })}>
          Save again
        </Button>
      </Notice>
    )
  if (state === 'gone')
    return (
      <Notice words="The chatbot was deleted meanwhile. What is here can be exported, and added again.">
        <Button
          size="sm"
          icon={Download}
          onClick={() => saveBlob(new Blob([exportedText(flow)], { type: 'application/json' }), `${flow.name}.json`)}
        >
          Export
        </Button>
      </Notice>
    )
  if (state !== 'conflicted' || theirs === null) return null
  const changes = changesBetween(theirs.flow, flow).flatMap(({ after, before }) => {
    const node = after ?? before
    return node === null ? [] : [titleOf(node)]
  })
  const where = changes.length === 0 ? 'the chatbot' : listed(changes)
  return (
    <Notice
      words={
        theirs === saved
          ? `What you changed in ${where} was not saved the last time.`
          : `${theirs.by ?? 'Somebody'} saved while you changed ${where}. What you changed is not saved.`
      }
    >
      <Button size="sm" onClick={() => saving.send({ type: 'TAKE_THEIRS' })}>
        {theirs === saved ? 'Take what is saved' : 'Take theirs'}
      </Button>
      <Button size="sm" onClick={() => saving.send({ type: 'TAKE_MINE' })}>
        Keep mine
      </Button>
    </Notice>
  )
}

function Notice({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-warn-line bg-warn px-6 py-2 text-sm text-warn-text max-md:px-4"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{words}</p>
      <div className="flex gap-2">{children}</div>
    </div>
  )
}

const NAMED = 3

function listed(titles: readonly string[]): string {
  const named = titles.slice(0, NAMED).map((title) => `“${title}”`)
  const more = titles.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

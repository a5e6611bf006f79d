import type { ChatbotVersion } from '@foyer/contracts/chatbot/chatbot.ts'
import { blockKindOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockIcon } from '../block-icon.tsx'
import { type BlockChange, changeCount, changesBetween } from './changes.rules.ts'
import { DRAFT, useFlowOf } from './use-versions.ts'

interface ComparisonProps {
  organizationId: string
  flowId: string
  versions: readonly ChatbotVersion[]
}

/** The differences between two versions, or between one and the draft. */
export function Comparison({ organizationId, flowId, versions }: ComparisonProps) {
  const [from, setFrom] = useState(String(versions[0]?.number ?? DRAFT))
  const [to, setTo] = useState(DRAFT)
  const place = { organizationId, flowId }
  const before = useFlowOf(place, from)
  const after = useFlowOf(place, to)
  const choices = [
    { value: DRAFT, label: 'The draft' },
    ...versions.map(({ number }) => ({ value: String(number), label: `Version ${number}` })),
  ]
  return (
    <Section title="Compare">
      <div className="flex flex-wrap gap-3">
        <SelectField label="Before" value={from} choices={choices} onChange={setFrom} className="w-44" />
        <SelectField label="After" value={to} choices={choices} onChange={setTo} className="w-44" />
      </div>
      <QueryState query={before} what="The version before" rows={2}>
        {(old) => (
          <QueryState query={after} what="The version after" rows={2}>
            {(now) => <Changes changes={changesBetween(old, now)} />}
          </QueryState>
        )}
      </QueryState>
    </Section>
  )
}

const KINDS: Readonly<Record<BlockChange['kind'], readonly [word: string, look: string]>> = {
  added: ['Added', 'border-ok-line bg-ok text-ok-text'],
  changed: ['Changed', 'border-auto-line bg-auto text-auto-text'],
  removed: ['Removed', 'border-bad-line bg-bad text-bad-text'],
}

function Changes({ changes }: { changes: readonly BlockChange[] }) {
  return (
    <div className="mt-4">
      <p role="status" className="text-sm text-muted">
        {changeCount(changes)}
      </p>
      <ul aria-label="Changes" className="mt-2 space-y-2">
        {changes.map(({ id, kind, before, after, wordsBefore, wordsAfter }) => {
          const node = after ?? before
          const [word, look] = KINDS[kind]
          return (
            node && (
              <li key={id} className="rounded-md border border-line p-3 text-sm">
                <p className="flex items-center gap-2">
                  <BlockIcon kind={blockKindOf(node)} />
                  <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{titleOf(node)}</span>
                  <span className={clsx('rounded-full border px-2 py-px text-xs font-medium', look)}>{word}</span>
                </p>
                <div className="mt-2 grid gap-3 md:grid-cols-2">
                  {before !== null && <Words title="Before" words={wordsBefore} />}
                  {after !== null && <Words title="After" words={wordsAfter} />}
                </div>
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function Words({ title, words }: { title: string; words: string }) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{title}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {words || '…'}
      </p>
    </div>
  )
}

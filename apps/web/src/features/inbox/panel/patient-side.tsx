import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { clsx } from 'clsx'
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { openFirstVisible } from '../thread/open-list.ts'
import type { PanelDialog } from './panel-dialogs.tsx'
import { PatientPanel } from './patient-panel.tsx'

const DetailsMore = lazyPart(async () => (await import('./details-more.tsx')).DetailsMore, SaidInPlace)
const FilesTab = lazyPart(async () => (await import('./files-tab.tsx')).FilesTab, SaidInPlace)
const NotesTab = lazyPart(async () => (await import('./notes-tab.tsx')).NotesTab, SaidInPlace)
const HistoryTab = lazyPart(async () => (await import('./history-tab.tsx')).HistoryTab, SaidInPlace)

const TABS = [
  { value: 'details', label: 'Details' },
  { value: 'notes', label: 'Notes' },
  { value: 'files', label: 'Files' },
  { value: 'history', label: 'History' },
] as const
type Tab = (typeof TABS)[number]['value']

export interface PatientSideProps {
  conversation: Conversation
  userId: string
  now: Date
  timezone: string
  /** A chatbot answers the conversation, or its messages show that one did. */
  hadBot?: boolean
  onAct: (action: ConversationAction) => void
  onDialog: (dialog: PanelDialog) => void
  /** The action that a key asked for; null for none. */
  asked?: 'request' | 'details' | null
  /** The element that had the focus when the key was pressed. */
  askedFrom?: Element | null
  onAnswered?: () => void
}

/** [INBOX-17] The side panel of the thread: the patient's details, the files and the history. */
export const PatientSide = memo(function PatientSide(props: PatientSideProps) {
  const { onDialog, onAct, asked = null, askedFrom = null, hadBot = false, onAnswered, ...shown } = props
  const [tab, setTab] = useState<Tab>('details')
  const body = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once per request, not again when a callback changes
  useEffect(() => {
    if (asked === null) return
    if (asked === 'request' && tab !== 'details') return setTab('details')
    if (asked === 'details') body.current?.focus()
    else openFirstVisible(['request'], body.current ?? document, askedFrom)
    onAnswered?.()
  }, [asked, tab])
  return (
    <>
      <TabRow<Tab>
        label="About the conversation"
        value={tab}
        onChange={setTab}
        className="flex h-15 shrink-0 gap-4 border-b border-line px-4"
        entries={TABS.map(({ value, label }) => ({
          value,
          content: label,
          className: clsx(
            '-mb-px border-b-2 px-0.5 text-sm pointer-coarse:min-w-11',
            value === tab ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
          ),
        }))}
      />
      <div
        ref={body}
        role="tabpanel"
        aria-label={TABS.find(({ value }) => value === tab)?.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        tabIndex={0}
        className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        {tab === 'details' && <PatientPanel {...shown} {...{ onAct, onDialog }} />}
        <Suspense fallback={null}>
          {tab === 'details' && <DetailsMore {...shown} hadBot={hadBot} onAssign={() => onDialog('patient')} />}
          {tab === 'notes' && <NotesTab {...shown} />}
          {tab === 'files' && <FilesTab conversation={shown.conversation} />}
          {tab === 'history' && <HistoryTab {...shown} />}
        </Suspense>
      </div>
    </>
  )
})

import { clsx } from 'clsx'
import { CircleAlert, Copy, Download, Ellipsis, History, Pause, Play, Trash2, TriangleAlert } from 'lucide-react'
import { useNavigate } from 'react-router'
import { offlineReason } from '../../../parts/use-offline.ts'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { ChatbotRow as Row } from '../use-chatbots.ts'
import { type ChatbotTone, channelWords, problemWords, stateWords, versionWords } from './chatbot-words.rules.ts'

interface ChatbotRowProps {
  row: Row
  now: Date
  timezone: string
  offline: boolean
  onDuplicate: () => void
  onExport: () => void
  onSwitch: (status: 'live' | 'paused') => void
  onDelete: () => void
}

const TONES: Readonly<Record<ChatbotTone, string>> = {
  quiet: 'border-line-strong bg-raised text-muted',
  live: 'border-ok-line bg-ok text-ok-text',
  warn: 'border-warn-line bg-warn text-warn-text',
}

/** A chatbot: its state, the version that speaks, and how the last week went. */
export function ChatbotRow(props: ChatbotRowProps) {
  const { row, now, timezone, offline, onDuplicate, onExport, onSwitch, onDelete } = props
  const navigate = useNavigate()
  const { label, tone } = stateWords(row)
  const problems = problemWords(row)
  const ProblemSign = row.problems.errors > 0 ? CircleAlert : TriangleAlert
  const { numbers, status } = row
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_6rem_15rem_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={`/chatbot/${row._id}`}
            className="min-w-0 text-base font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <bdi>{row.name}</bdi>
          </Link>
          <span className={clsx('rounded-full border px-2 py-px text-xs font-medium', TONES[tone])}>{label}</span>
          {problems !== null && (
            <span
              className={clsx(
                'inline-flex items-center gap-1 text-xs font-medium',
                row.problems.errors > 0 ? 'text-bad-text' : 'text-warn-text',
              )}
            >
              <ProblemSign aria-hidden size={13} />
              {problems}
            </span>
          )}
        </p>
        <p className="num mt-0.5 text-xs wrap-anywhere text-muted">
          {[channelWords(row), versionWords(row, now, timezone)].join(' · ')}
        </p>
      </div>
      {numbers && (
        <>
          <Figure count={numbers.running} word="in it now" />
          <p className="num flex gap-3 text-sm max-md:col-span-2 md:justify-end">
            <span>
              <b className="font-semibold">{numbers.finished}</b> <span className="text-xs text-muted">finished</span>
            </span>
            <span>
              <b className="font-semibold">{numbers.handedOver}</b>{' '}
              <span className="text-xs text-muted">handed over</span>
            </span>
            <span>
              <b className="font-semibold">{numbers.left}</b> <span className="text-xs text-muted">left</span>
            </span>
          </p>
        </>
      )}
      <div className="z-1 max-md:col-start-2 max-md:row-start-1 md:col-start-4">
        <Menu
          label={`More for ${row.name}`}
          align="end"
          content={<Ellipsis aria-hidden size={16} />}
          className={squareLook('ghost', 'md')}
          entries={[
            { label: 'Versions', icon: History, onSelect: () => void navigate(`/chatbot/${row._id}/versions`) },
            {
              ...{ label: 'Duplicate', icon: Copy, onSelect: onDuplicate },
              disabledReason: offlineReason(offline, 'Copying'),
            },
            {
              ...{ label: 'Export', icon: Download, onSelect: onExport },
              disabledReason: offlineReason(offline, 'Exporting'),
            },
            ...(status === 'draft'
              ? []
              : [
                  {
                    ...(status === 'live' ? { label: 'Pause', icon: Pause } : { label: 'Make live', icon: Play }),
                    onSelect: () => onSwitch(status === 'live' ? 'paused' : 'live'),
                    disabledReason: offlineReason(offline, 'Switching'),
                  },
                ]),
            {
              ...{ label: 'Delete', icon: Trash2, danger: true, separated: true, onSelect: onDelete },
              disabledReason: status === 'live' ? 'Pause it first.' : offlineReason(offline, 'Deleting'),
            },
          ]}
        />
      </div>
    </div>
  )
}

function Figure({ count, word }: { count: number; word: string }) {
  return (
    <p className="num text-sm max-md:col-span-2 md:text-right">
      <b className="font-semibold">{count}</b> <span className="text-xs text-muted">{word}</span>
    </p>
  )
}

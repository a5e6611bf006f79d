import type { BlockKind } from '@foyer/contracts/chatbot/flow.rules.ts'
import { clsx } from 'clsx'
import {
  Clock,
  Flag,
  ListFilter,
  type LucideIcon,
  MessageSquareText,
  Play,
  Split,
  SquarePen,
  UserCheck,
  Zap,
} from 'lucide-react'

const ICONS: Readonly<Record<BlockKind, LucideIcon>> = {
  ...{ start: Play, message: MessageSquareText, choices: ListFilter, question: SquarePen, condition: Split },
  ...{ action: Zap, handoff: UserCheck, wait: Clock, end: Flag },
}
const TINTS: Readonly<Record<BlockKind, string>> = {
  start: 'bg-press text-ink',
  message: 'bg-selected text-link',
  choices: 'bg-auto text-auto-text',
  question: 'bg-auto text-auto-text',
  condition: 'bg-warn text-warn-text',
  action: 'bg-ok text-ok-text',
  handoff: 'bg-press text-ink',
  wait: 'bg-sunken text-muted',
  end: 'bg-sunken text-muted',
}

/** The sign of a kind of block: on the canvas in its tint, in the toolbar in its colour alone. */
export function BlockIcon({ kind, plain = false, size = 14 }: { kind: BlockKind; plain?: boolean; size?: number }) {
  const Icon = ICONS[kind]
  const tint = TINTS[kind]
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center rounded-sm',
        plain ? tint.replace(/bg-\S+ /, '') : `size-6 ${tint}`,
      )}
    >
      <Icon size={size} strokeWidth={1.75} />
    </span>
  )
}

import { CloudOff, LoaderCircle, type LucideIcon, Radio } from 'lucide-react'
import type { ConnectionWord } from './connection.rules.ts'

const LOOKS: Readonly<Record<ConnectionWord, { icon: LucideIcon; colour: string; turns?: boolean }>> = {
  Live: { icon: Radio, colour: 'text-ok-text' },
  'Catching up': { icon: LoaderCircle, colour: 'text-muted', turns: true },
  Reconnecting: { icon: LoaderCircle, colour: 'text-warn-text', turns: true },
  Offline: { icon: CloudOff, colour: 'text-bad-text' },
}

/** On every page: whether what it shows is up to date. */
export function ConnectionStatus({ word }: { word: ConnectionWord }) {
  const { icon: Icon, colour, turns } = LOOKS[word]
  return (
    <div
      role="status"
      aria-label="Connection"
      className={`flex shrink-0 items-center gap-1.5 px-1 text-xs font-medium ${colour}`}
    >
      <Icon aria-hidden size={15} className={turns ? 'animate-spin' : undefined} />
      {word}
    </div>
  )
}

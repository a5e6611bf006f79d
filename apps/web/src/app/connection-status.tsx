import { CloudOff, LoaderCircle, type LucideIcon, Radio } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useApp } from '../parts/services.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Popover } from '../ui/popover.tsx'
import { type ConnectionWord, withQueue } from './connection.rules.ts'

const LOOKS: Readonly<Record<ConnectionWord, { icon: LucideIcon; colour: string; turns?: boolean }>> = {
  Live: { icon: Radio, colour: 'text-ok-text' },
  'Catching up': { icon: LoaderCircle, colour: 'text-muted', turns: true },
  Reconnecting: { icon: LoaderCircle, colour: 'text-warn-text', turns: true },
  Offline: { icon: CloudOff, colour: 'text-bad-text' },
}

const load = () => import('./connection-details.tsx')
const ConnectionDetails = lazyPart(async () => (await load()).ConnectionDetails)

/** Says on every page whether it is up to date; its popover shows since when, and how the last catch-up went. */
export function ConnectionStatus({ word, since }: { word: ConnectionWord; since: Date | null }) {
  const { icon: Icon, colour, turns } = LOOKS[word]
  const { waiting } = useSnapshot(useApp().status).outbox
  const words = withQueue(word, waiting)
  return (
    <Popover
      label={`${words}, about the connection`}
      status="Connection"
      title="Connection"
      className={`flex h-8 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-xs font-medium hover:bg-press pointer-coarse:h-11 ${colour}`}
      load={load}
      content={
        <>
          <Icon aria-hidden size={15} className={turns ? 'animate-spin' : undefined} />
          {words}
        </>
      }
    >
      {() => <ConnectionDetails word={word} since={since} />}
    </Popover>
  )
}

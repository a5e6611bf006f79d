import { CloudOff, LoaderCircle } from 'lucide-react'
import { timeOfDay } from '../lib/time-labels.rules.ts'
import { Banner } from '../ui/banner.tsx'
import { type Cause, offlineCauseWords } from './connection.rules.ts'

interface ConnectionBannerProps {
  word: 'Reconnecting' | 'Offline'
  cause: Cause
  since: Date | null
  timezone: string
  /** Messages in this tab that wait for the connection. */
  waiting: number
  onTry: () => void
}

/** Shown when the connection is away long enough to matter to the user. It disappears by itself. */
export function ConnectionBanner({ word, cause, since, timezone, waiting, onTry }: ConnectionBannerProps) {
  const time = since && timeOfDay(since, timezone)
  return (
    <div data-testid="connection-banner" role={word === 'Offline' ? 'alert' : 'status'}>
      {word === 'Offline' ? (
        <Banner kind="bad" icon={CloudOff} action={<TryNow onTry={onTry} />}>
          <b className="font-semibold">{offlineCauseWords(cause, time)}</b> {waitingWords(waiting)}
        </Banner>
      ) : (
        <Banner kind="warn" icon={LoaderCircle}>
          <b className="font-semibold">{cause === 'liveOnly' ? 'Live updates are interrupted.' : 'Reconnecting.'}</b>{' '}
          {time ? `What you see may be from ${time}.` : 'What you see may not be up to date.'}
          {cause === 'liveOnly' && ' What you do works.'}
        </Banner>
      )}
    </div>
  )
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return 'What you write is kept and sent when you are back.'
  return waiting === 1 ? '1 message sends when you are back.' : `${waiting} messages send when you are back.`
}

function TryNow({ onTry }: { onTry: () => void }) {
  return (
    <button
      type="button"
      className="inline-flex h-6 shrink-0 items-center rounded-sm px-1.5 font-semibold underline-offset-2 hover:underline pointer-coarse:h-11"
      onClick={onTry}
    >
      Try now
    </button>
  )
}

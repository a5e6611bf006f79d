import { timeOfDay } from '@foyer/contracts/time.rules.ts'
import { CloudOff, LoaderCircle } from 'lucide-react'
import { Banner } from '../ui/banner.tsx'

interface ConnectionBannerProps {
  word: 'Reconnecting' | 'Offline'
  since: Date | null
  timezone: string
}

/** The connection is away long enough to matter to whoever reads and writes here. It goes by itself. */
export function ConnectionBanner({ word, since, timezone }: ConnectionBannerProps) {
  const time = since && timeOfDay(since, timezone)
  return (
    <div data-testid="connection-banner" role={word === 'Offline' ? 'alert' : 'status'}>
      {word === 'Offline' ? (
        <Banner kind="bad" icon={CloudOff}>
          <b className="font-semibold">{time ? `Offline since ${time}.` : 'Offline.'}</b> What you write is kept and
          sent when you are back.
        </Banner>
      ) : (
        <Banner kind="warn" icon={LoaderCircle}>
          <b className="font-semibold">Reconnecting.</b>{' '}
          {time ? `What you see may be from ${time}.` : 'What you see may not be up to date.'}
        </Banner>
      )}
    </div>
  )
}

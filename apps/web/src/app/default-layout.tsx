import { type ReactNode, use } from 'react'
import { useSnapshot } from 'valtio'
import { Live } from '../parts/live-context.tsx'
import { useActiveOrganization, useApp } from '../parts/services.tsx'
import { BackOnlineBanner } from './back-online-banner.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { railItems } from './features.ts'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { useConnection } from './use-connection.ts'
import { useKeyboardHeight } from './use-keyboard-height.ts'

/** [SHELL-05] Rail, top bar and the page. On a phone an open thread fills the screen, except for the banner. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const { word, banner, cause, since, wasLive } = useConnection()
  const { waiting } = useSnapshot(useApp().status).outbox
  const live = use(Live)
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  useKeyboardHeight()
  return (
    <div className="group/shell flex h-[calc(100dvh-var(--keyboard-height,0px))] overflow-hidden bg-canvas pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] text-ink max-md:flex-col max-md:bg-surface">
      <a
        href="#main"
        className="sr-only z-(--z-toast) rounded-md bg-raised px-3 py-2 font-medium text-link shadow-pop focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Rail items={railItems} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <TopBar connection={word} since={since} />
        {banner && (
          <ConnectionBanner
            word={banner}
            cause={cause}
            since={since}
            timezone={timezone}
            waiting={waiting}
            onTry={() => live?.send({ type: 'browser.returned' })}
          />
        )}
        <BackOnlineBanner noticed={banner !== null && wasLive} isLive={word === 'Live'} />
        <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}

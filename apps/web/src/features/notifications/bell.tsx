import type { Notice } from '@foyer/contracts/notices/notices.ts'
import { Bell as BellIcon } from 'lucide-react'
import { Suspense, use, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useCommands } from '../../parts/keyboard.tsx'
import { Live } from '../../parts/live-context.tsx'
import { useActiveOrganization } from '../../parts/services.tsx'
import { withQueries } from '../../parts/with-queries.tsx'
import { squareLook } from '../../ui/button-look.rules.ts'
import { CountPill } from '../../ui/count-pill.tsx'
import { countText } from '../../ui/count-text.rules.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { notifyNews } from '../../ui/notify.tsx'
import { Popover } from '../../ui/popover.tsx'
import { markToastsRead, useToastLog } from '../../ui/toast-log.ts'
import { NoticeSubject } from './notice-subject.tsx'
import { addressOf, wordsOf } from './notices.rules.ts'
import { type Notices, useNotices } from './use-notices.ts'

const load = () => import('./bell-panel.tsx')
const BellPanel = lazyPart(async () => (await load()).BellPanel)
const SettingsDrawer = lazyPart(() => withQueries(async () => (await import('./settings-drawer.tsx')).SettingsDrawer))

/** The bell with the user's notices, the recent errors, for users who missed them, and the notification settings. */
export function Bell() {
  const organization = useActiveOrganization()
  const live = use(Live)
  if (organization === null || live === null) return <BellButton notices={null} />
  return <BellOf key={organization._id} organizationId={organization._id} />
}

function BellOf({ organizationId }: { organizationId: string }) {
  const here = useLocation()
  const latest = useRef(here)
  useEffect(() => {
    latest.current = here
  }, [here])
  const onNews = useCallback((news: readonly Notice[]) => {
    for (const notice of news.toReversed())
      notifyNews(
        <>
          <NoticeSubject notice={notice} />
          {`: ${wordsOf(notice)}`}
        </>,
        addressOf(notice, latest.current),
      )
  }, [])
  return <BellButton notices={useNotices({ organizationId, onNews })} />
}

function BellButton({ notices }: { notices: Notices | null }) {
  const { unread } = useToastLog()
  const [settingsOpen, setSettingsOpen] = useState(false)
  useCommands([
    {
      ...{ id: 'notificationSettings', title: 'Notification settings', words: 'sounds desktop quiet bell alerts' },
      ...{ keys: [], group: 'Everywhere' },
      run: () => setSettingsOpen(true),
    },
  ])
  const unseen = notices?.unseen ?? 0
  // The name contains the visible text of the badge, so that a user of voice control can say what is on the screen.
  const news = unseen > 0 ? `, ${countText(unseen)} unread` : unread > 0 ? `, ${unread} new` : ''
  return (
    <>
      <Popover
        label={`Notifications${news}`}
        tip
        title="Notifications"
        className={`${squareLook('ghost', 'md')} pointer-coarse:size-11`}
        load={load}
        tall
        onOpen={markToastsRead}
        content={
          <>
            <BellIcon aria-hidden size={16} strokeWidth={1.75} />
            {unseen > 0 ? (
              <CountPill
                count={unseen}
                className="absolute -top-0.5 left-3.5 ring-2 ring-canvas pointer-coarse:left-6"
              />
            ) : (
              unread > 0 && (
                <span
                  aria-hidden
                  data-testid="bell-mark"
                  className="absolute top-1 right-1 size-2 rounded-full bg-accent ring-2 ring-canvas forced-colors:bg-[Highlight]"
                />
              )
            )}
          </>
        }
      >
        {(close) => (
          <BellPanel
            notices={notices}
            onClose={close}
            onSettings={() => {
              close()
              setSettingsOpen(true)
            }}
          />
        )}
      </Popover>
      {settingsOpen && (
        <Suspense fallback={null}>
          <SettingsDrawer onClose={() => setSettingsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

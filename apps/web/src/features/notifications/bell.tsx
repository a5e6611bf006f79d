import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { withQueries } from '../../parts/with-queries.tsx'
import { squareLook } from '../../ui/button-look.rules.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/popover.tsx'
import { markToastsRead, useToastLog } from '../../ui/toast-log.ts'

const load = () => import('./bell-panel.tsx')
const BellPanel = lazyPart(async () => (await load()).BellPanel)
const SettingsDrawer = lazyPart(() => withQueries(async () => (await import('./settings-drawer.tsx')).SettingsDrawer))

/** The bell with the recent toasts, for users who missed them, and the notification settings. */
export function Bell() {
  const { unread } = useToastLog()
  const [settingsOpen, setSettingsOpen] = useState(false)
  return (
    <>
      <Popover
        label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
        tip
        title="Notifications"
        className={`${squareLook('ghost', 'md')} pointer-coarse:size-11`}
        load={load}
        onOpen={markToastsRead}
        content={
          <>
            <BellIcon aria-hidden size={16} strokeWidth={1.75} />
            {unread > 0 && (
              <span
                aria-hidden
                data-testid="bell-mark"
                className="absolute top-1 right-1 size-2 rounded-full bg-accent ring-2 ring-canvas forced-colors:bg-[Highlight]"
              />
            )}
          </>
        }
      >
        {(close) => (
          <BellPanel
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

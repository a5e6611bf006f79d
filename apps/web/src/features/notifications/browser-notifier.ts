/** Starts the notifier with this browser's desktop notifications, tabs and sound. */
import type { Api } from '../../api/client.ts'
import { playTone } from '../../lib/tone.ts'
import { onPreferencesChanged, readPreferences } from '../../parts/notification-preferences.ts'
import { createDesktop } from './desktop.actors.ts'
import { countMine } from './mine.actors.ts'
import { type NotifierDependencies, startNotifier } from './notifier.actors.ts'
import { joinTabs, type Tabs } from './tabs.actors.ts'

interface BrowserNotifierOptions
  extends Pick<NotifierDependencies, 'live' | 'organization' | 'userId' | 'clock' | 'open'> {
  readonly api: Api
}

export function startBrowserNotifier({ api, ...parts }: BrowserNotifierOptions): { tabs: Tabs; stop: () => void } {
  const { _id } = parts.organization
  const tabs = joinTabs(_id, navigator.locks)
  const stop = startNotifier({
    ...parts,
    tabs,
    desktop: createDesktop(_id),
    playTone,
    readPreferences: () => readPreferences(api, _id),
    countMine: () => countMine(api, _id),
    onPreferencesChanged: (listener) => onPreferencesChanged(_id, listener),
    random: Math.random,
  })
  return {
    tabs,
    stop() {
      stop()
      tabs.stop()
    },
  }
}

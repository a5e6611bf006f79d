import { use, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSnapshot } from 'valtio'
import { Live } from '../../parts/live-context.tsx'
import { useActiveOrganization, useApp, useServices } from '../../parts/services.tsx'
import type { Tabs } from './tabs.actors.ts'

const loadNotifier = () => import('./browser-notifier.ts')

/** Notifies the signed-in user while they look elsewhere. Loaded later, because the page can paint without it. */
export function useNotifier(): void {
  const { api, clock } = useServices()
  const live = use(Live)
  const organization = useActiveOrganization()
  const userId = useSnapshot(useApp().mainContext).user?._id
  const open = useOpenConversation()
  const [tabs, setTabs] = useState<Tabs | null>(null)
  const { _id, name, timezone } = organization ?? {}

  useEffect(() => {
    if (!live || !userId || _id === undefined || name === undefined || timezone === undefined) return
    let stop: () => void = () => undefined
    let left = false
    loadNotifier()
      .then(({ startBrowserNotifier: startHere }) => {
        if (left) return
        const started = startHere({ api, live, clock, userId, organization: { _id, name, timezone }, open })
        stop = started.stop
        setTabs(started.tabs)
      })
      // The page works without the notifier, and the next page load tries again.
      .catch(() => undefined)
    return () => {
      left = true
      stop()
      setTabs(null)
    }
  }, [api, live, clock, userId, _id, name, timezone, open])

  usePublishedView(tabs)
}

/** Returns the same function whatever the address is. */
function useOpenConversation(): (conversationId: string | null) => void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  const [open] = useState(() => (conversationId: string | null) => {
    const search = conversationId === null ? '' : `?conversation=${encodeURIComponent(conversationId)}`
    void latest.current(`/inbox${search}`)
  })
  return open
}

/** Reports the open conversation while this tab is visible and has the focus. */
function usePublishedView(tabs: Tabs | null): void {
  const [params] = useSearchParams()
  const conversationId = params.get('conversation')
  useEffect(() => {
    if (!tabs) return
    const look = () => {
      const isSeen = document.visibilityState === 'visible' && document.hasFocus()
      tabs.look(isSeen ? conversationId : null)
    }
    look()
    window.addEventListener('focus', look)
    window.addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      window.removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [tabs, conversationId])
}

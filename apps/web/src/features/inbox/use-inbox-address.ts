import {
  isEveryStatus,
  parseStatus,
  parseTab,
  SCREEN_STATUS,
  type Sort,
  STATUS,
  type StatusFilter,
  type Tab,
} from '@foyer/contracts/inbox/status.rules.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useStable } from '../../lib/use-stable.ts'

/** The name that the call has too. */
const CAMPAIGN = 'campaignId'

export interface RowLink {
  to: string
  replace: boolean
  state: unknown
}

export interface InboxAddress {
  status: StatusFilter
  tab: Tab
  sort: Sort
  /** The id of the team whose conversations the list shows; null for all. */
  team: string | null
  /** The id of the campaign whose answers the list shows; null for all. */
  campaign: string | null
  /** The id of the open conversation. */
  conversationId: string | null
  /** The id of the saved view that the list shows. */
  viewId: string | null
  /** Without a view it leaves the saved one, and a tab without a team the team. A view leaves the campaign. Empty is none. */
  change: (
    what: { status?: StatusFilter; tab?: Tab; sort?: Sort; team?: string; campaign?: string; view?: string },
    options?: { replace?: boolean },
  ) => void
  linkTo: (conversationId: string) => RowLink
  open: (conversationId: string) => void
  leave: () => void
}

/**
 * [INBOX-09] [INBOX-10] [OPEN-010] Keeps the view of the inbox in the address, for reload and Back. The search is
 * left out, because addresses are stored and logged, and a search may contain a patient's name.
 */
export function useInboxAddress(): InboxAddress {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const { state } = location
  const navigate = useNavigate()
  const conversationId = params.get('conversation')

  /** Switching between conversations replaces the history entry, so that Back always leads to the list. */
  const isOpen = conversationId !== null
  // The open conversation is no part of `view`, because otherwise every row would render whenever another one opens.
  const view = addressWith(params, '')
  const linkTo = useCallback(
    (id: string): RowLink => ({
      to: addressWith(new URLSearchParams(view), id),
      replace: isOpen,
      state: isOpen ? state : { fromList: true },
    }),
    [view, isOpen, state],
  )
  const change = useStable<Parameters<InboxAddress['change']>, void>(
    ({ status, tab, sort, team = tab && '', view: saved = '', campaign }, options) => {
      setParams((before) => {
        const next = new URLSearchParams(before)
        if (status !== undefined) put(next, 'status', status, SCREEN_STATUS)
        if (tab !== undefined) put(next, 'tab', tab, 'all')
        if (sort !== undefined) put(next, 'sort', sort, 'newest')
        if (team !== undefined) put(next, 'team', team, '')
        if (campaign !== undefined || saved !== '') put(next, CAMPAIGN, campaign ?? '', '')
        put(next, 'view', saved, '')
        return next
      }, options)
    },
  )
  const open = useStable((id: string) => {
    const { to, ...options } = linkTo(id)
    void navigate(to, options)
  })
  /** The browser goes back later, and a second Escape in between must not go back once more. */
  const isLeaving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another location is where it has gone
  useEffect(() => {
    isLeaving.current = false
  }, [location])
  const leave = useStable(() => {
    if (isLeaving.current) return
    isLeaving.current = true
    if (isFromList(state)) void navigate(-1)
    else void navigate(view, { replace: true })
  })

  const tab = parseTab(params.get('tab'))
  return {
    status: isEveryStatus(tab) ? STATUS.ALL : parseStatus(params.get('status')),
    tab,
    sort: parseSort(params.get('sort')),
    team: params.get('team'),
    campaign: params.get(CAMPAIGN),
    conversationId,
    viewId: params.get('view'),
    change,
    linkTo,
    open,
    leave,
  }
}

function addressWith(params: URLSearchParams, conversationId: string): string {
  const next = new URLSearchParams(params)
  put(next, 'conversation', conversationId, '')
  return `?${next}`
}

/** [OPEN-010] An unknown value falls back to the default, as for status and tab. */
function parseSort(value: string | null): Sort {
  return value === 'waiting' ? 'waiting' : 'newest'
}

/** Leaves default values out of the address. */
function put(params: URLSearchParams, key: string, value: string, fallback: string) {
  if (value === fallback) params.delete(key)
  else params.set(key, value)
}

function isFromList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromList' in state
}

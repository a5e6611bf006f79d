import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { isEditable } from '@foyer/contracts/campaign/states.rules.ts'
import { useSelector } from '@xstate/react'
import { CalendarX2, Copy, Download, Pause, Pencil, Play, Square, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import type { ResultsActor } from './campaign-results.machine.ts'
import { isPossible, standing, standingWords, type Wish } from './campaign-results.rules.ts'
import { useCsv } from './use-csv.ts'

interface ResultsHeadProps {
  actor: ResultsActor
  campaign: Campaign
  organizationId: string
  now: Date
  timezone: string
}

const BUTTONS = [
  { wish: 'resume', label: 'Resume', icon: Play, kind: 'primary' },
  { wish: 'pause', label: 'Pause', icon: Pause, kind: 'default' },
  { wish: 'unschedule', label: 'Unschedule', icon: CalendarX2, kind: 'default' },
  { wish: 'stop', label: 'Stop', icon: Square, kind: 'default' },
  { wish: 'copy', label: 'Duplicate', icon: Copy, kind: 'default' },
  { wish: 'delete', label: 'Delete', icon: Trash2, kind: 'default' },
] as const satisfies readonly { wish: Wish; label: string; icon: typeof Play; kind: 'primary' | 'default' }[]

/** The button of an act is gone once the campaign has another status: the focus goes on to the heading. */
function useFocusAfterAct(heading: RefObject<HTMLElement | null>, acting: Wish | null, status: Campaign['status']) {
  const hasActed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status has other buttons
  useEffect(() => {
    if (acting !== null) hasActed.current = true
    else if (hasActed.current && document.activeElement === document.body) {
      hasActed.current = false
      heading.current?.focus({ preventScroll: true })
    }
  }, [heading, acting, status])
}

/** One act follows another. */
const underWay = (acting: Wish | null, wish: Wish) =>
  acting !== null && acting !== wish ? 'Another change is being made.' : undefined

/** The name, the status with who and when, and what can be done. */
export function ResultsHead({ actor, campaign, organizationId, now, timezone }: ResultsHeadProps) {
  const nameOf = useStaffName()
  const offline = useOffline()
  const heading = useRef<HTMLHeadingElement>(null)
  const acting = useSelector(actor, (state) => (state.matches({ shown: 'acting' }) ? state.context.wish : null))
  const csv = useCsv(organizationId, campaign)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, and only after a link inside the app
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  useFocusAfterAct(heading, acting, campaign.status)
  const names = {
    created: nameOf(campaign.createdBy, campaign.createdByName),
    paused: nameOf(campaign.pausedBy, campaign.pausedByName),
    stopped: nameOf(campaign.stoppedBy, campaign.stoppedByName),
  }
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-4 max-md:px-4 max-md:pt-4">
      <div className="min-w-0 flex-1 basis-80">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere outline-none">
          <bdi>{campaign.name}</bdi>
        </h1>
        <p role="status" aria-label="Status" className="num mt-0.5 text-sm wrap-anywhere text-muted">
          <b className="font-semibold text-ink">{standing(campaign)}</b>
          {` · ${campaign.type === 'SMS' ? 'Text' : 'Email'} · ${standingWords(campaign, names, now, timezone)}`}
        </p>
        {campaign.templateId !== null && (
          <Link
            to={`/templates/${encodeURIComponent(campaign.templateId)}`}
            className="text-sm font-medium text-accent-text underline underline-offset-2"
          >
            A run of a template
          </Link>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {BUTTONS.map(
          ({ wish, label, icon, kind }) =>
            isPossible(campaign, wish) && (
              <Button
                key={wish}
                icon={icon}
                kind={kind}
                busy={acting === wish}
                disabledReason={offlineReason(offline, label) ?? underWay(acting, wish)}
                onClick={() => actor.send({ type: 'act', wish })}
                className="pointer-coarse:h-11"
              >
                {label}
              </Button>
            ),
        )}
        {isEditable(campaign.status) && (
          <Link
            to={`/campaigns/${encodeURIComponent(campaign._id)}/edit`}
            className={`${buttonLook('default', 'md')} pointer-coarse:h-11`}
          >
            <Pencil aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
            Edit
          </Link>
        )}
        {campaign.states.total > 0 && (
          <Button
            icon={Download}
            busy={csv.isBusy}
            disabledReason={offlineReason(offline, 'Download')}
            onClick={csv.save}
            className="pointer-coarse:h-11"
          >
            Download CSV
          </Button>
        )}
      </div>
    </header>
  )
}

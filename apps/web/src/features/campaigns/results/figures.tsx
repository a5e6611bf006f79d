import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { MessagesSquare } from 'lucide-react'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { addressOf, figuresOf } from './campaign-results.rules.ts'

/** The figures of a campaign; each leads to its recipients, and the answers to the inbox too. */
export function Figures({ campaign }: { campaign: Campaign }) {
  const inbox = `/inbox?${new URLSearchParams({ status: 'all', campaignId: campaign._id })}`
  return (
    <ul
      aria-label="Figures"
      className="grid grid-cols-2 overflow-hidden rounded-md border-t border-l border-line md:grid-cols-5"
    >
      {figuresOf(campaign).map(({ name, label, count: number, filter }) => (
        <li key={name} className="relative flex items-start border-r border-b border-line hover:bg-hover">
          <Link
            to={addressOf(filter)}
            replace
            preventScrollReset
            className="focus-inset min-w-0 flex-1 px-3 py-2.5 outline-none"
          >
            <b data-figure={name} className="num block text-xl font-semibold tracking-tight">
              {countWords(number)}
            </b>{' '}
            <span className="block text-sm text-muted">{label}</span>
          </Link>
          {name === 'replied' && number > 0 && (
            <Link
              to={inbox}
              className="m-1 inline-flex h-8 items-center gap-1 rounded-md px-2 text-xs font-medium text-accent-text hover:bg-press pointer-coarse:h-11"
            >
              <MessagesSquare aria-hidden size={14} className="shrink-0" />
              <span>
                Inbox<span className="sr-only">, the conversations of those who answered</span>
              </span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

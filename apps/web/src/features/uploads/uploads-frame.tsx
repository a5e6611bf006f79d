import {
  ArrowUpRight,
  CalendarPlus,
  File,
  FileText,
  Image,
  type LucideIcon,
  ShieldCheck,
  Stethoscope,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '../../ui/link.tsx'
import { LastImport } from './last-import.tsx'
import type { UploadsOrganization } from './organization.ts'
import { type Slug, type UploadKind, uploadKinds } from './upload-kinds.rules.ts'

export const ICONS: Readonly<Record<Slug, LucideIcon>> = {
  demographics: Users,
  providers: Stethoscope,
  'doctor-pictures': Image,
  'insurance-providers': ShieldCheck,
  referrals: ArrowUpRight,
  'referral-documents': FileText,
  files: File,
  appointments: CalendarPlus,
}

interface UploadsFrameProps {
  organization: UploadsOrganization
  /** An import is open: it may have a foot, and on a narrow window it has the whole page. */
  isOpen?: boolean
  /** Stays at the foot of the window. */
  foot?: ReactNode
  children: ReactNode
}

/** The list of kinds beside the page; on narrow windows it is above the page and scrolls with it. */
export function UploadsFrame({ organization, isOpen = false, foot, children }: UploadsFrameProps) {
  if (!isOpen)
    return (
      <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto bg-canvas">
        <div className="flex min-h-full max-lg:flex-col">
          <Kinds organization={organization} />
          <div className="min-w-0 flex-1 space-y-3 py-4 md:px-6 lg:border-l lg:border-line">{children}</div>
        </div>
      </div>
    )
  // Only the page above the foot scrolls, so that the foot covers nothing of it.
  return (
    <div className="flex min-h-0 flex-1 bg-canvas max-lg:flex-col">
      <div className="scrollbar-quiet overflow-y-auto max-lg:shrink-0">
        <Kinds organization={organization} isOpen />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:border-l lg:border-line">
        <div className="scrollbar-quiet min-h-0 flex-1 space-y-3 overflow-y-auto py-4 md:px-6">{children}</div>
        {foot && (
          <div data-foot className="border-t border-line bg-surface">
            {foot}
          </div>
        )}
      </div>
    </div>
  )
}

function Kinds({ organization, isOpen = false }: { organization: UploadsOrganization; isOpen?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="shrink-0 lg:w-53 lg:pt-5 lg:pl-3">
      <h1
        ref={heading}
        tabIndex={-1}
        className="px-2.5 pb-3 text-lg font-semibold tracking-tight outline-none max-lg:sr-only"
      >
        Uploads
      </h1>
      <nav aria-label="Kinds of uploads" className={isOpen ? 'max-lg:hidden' : undefined}>
        <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-1 max-md:grid max-md:grid-cols-2 max-lg:border-b max-lg:border-line max-lg:px-2 max-lg:py-2 lg:sticky lg:top-0 lg:space-y-0.5 lg:pr-3">
          {uploadKinds.map((kind) => (
            <li key={kind.slug}>
              <KindLink {...{ kind, organization }} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const LOOK =
  'group flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm hover:bg-press aria-[current=page]:bg-surface max-lg:aria-[current=page]:bg-selected pointer-coarse:min-h-11'

interface KindLinkProps {
  kind: UploadKind
  organization: UploadsOrganization
}

function KindLink({ kind: { slug, label, to, sheet }, organization }: KindLinkProps) {
  const Icon = ICONS[slug]
  return (
    <NavLink to={to} className={LOOK}>
      <Icon
        aria-hidden
        size={17}
        strokeWidth={1.75}
        className="shrink-0 text-muted group-aria-[current=page]:text-link"
      />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>{' '}
        {sheet !== null && <LastImport {...{ sheet, organization }} />}
      </span>
    </NavLink>
  )
}

import { TriangleAlert } from 'lucide-react'
import type { ListingConnection } from '../../parts/listings/use-listing-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Link } from '../../ui/link.tsx'

/** The reviews stay readable without Google; replies wait. */
export function ConsentBanner({ state, isAdmin }: { state: ListingConnection['state']; isAdmin: boolean }) {
  const words =
    state === 'needs_consent'
      ? 'Google asks for your consent again. Replies wait until then.'
      : 'The listings are not connected to Google. You see the reviews as they were last.'
  return (
    <div role="status">
      <Banner
        kind="warn"
        icon={TriangleAlert}
        action={
          isAdmin && (
            <Link to="/settings/listings" className="shrink-0 font-semibold underline underline-offset-2">
              Go to the connection
            </Link>
          )
        }
      >
        {isAdmin ? words : `${words} Ask an admin.`}
      </Banner>
    </div>
  )
}

import { ChevronLeft } from 'lucide-react'
import { Link } from '../../ui/link.tsx'

/** Leads to the list of doctors. */
export function BackLink() {
  return (
    <Link
      to="/doctors"
      className="-ml-1 inline-flex min-h-6 items-center gap-0.5 text-sm font-medium text-link hover:underline pointer-coarse:min-h-11"
    >
      <ChevronLeft aria-hidden size={16} />
      Doctors
    </Link>
  )
}

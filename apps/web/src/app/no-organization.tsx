import { Building2 } from 'lucide-react'

export function NoOrganization() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center bg-surface px-8 py-8 text-center">
      <Building2 aria-hidden size={26} className="text-muted" />
      <h1 className="mt-4 text-md font-semibold tracking-tight">You don’t belong to an organization yet</h1>
      <p className="mt-1 max-w-75 text-sm text-muted">
        Ask an admin of your clinic to add you. Then load this page again.
      </p>
    </div>
  )
}

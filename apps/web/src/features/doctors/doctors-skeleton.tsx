import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'

/** The places of doctors that are not loaded yet. */
export function DoctorsSkeleton() {
  return (
    <Skeleton label="Loading: The doctors">
      <div className="grid gap-px md:grid-cols-2 xl:grid-cols-3">
        {Array.from({ length: 6 }, (_, place) => (
          <div key={place} className="flex items-center gap-3 px-4 py-3">
            <SkeletonBar className="size-14 shrink-0" />
            <div className="min-w-0 flex-1 space-y-2">
              <SkeletonBar className="h-4 w-3/5" />
              <SkeletonBar className="h-3 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

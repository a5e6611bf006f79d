import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'

/** The place of a chart that is not loaded yet. */
export function ChartSkeleton() {
  return (
    <Skeleton label="Loading: The chart">
      <div className="max-w-260 max-md:p-4">
        <div className="flex items-center gap-4 pb-6">
          <SkeletonBar className="h-16 w-12 shrink-0" />
          <div className="min-w-0 flex-1 space-y-2">
            <SkeletonBar className="h-5 w-56 max-w-full" />
            <SkeletonBar className="h-3 w-80 max-w-full" />
          </div>
        </div>
        <SkeletonBar className="mb-6 h-4 w-96 max-w-full" />
        <div className="grid gap-5 lg:grid-cols-2">
          <SkeletonBar className="h-60" />
          <SkeletonBar className="h-60 max-lg:hidden" />
        </div>
      </div>
    </Skeleton>
  )
}

import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'

/** The places of an import's columns and rows that are not loaded yet. */
export function ImportSkeleton() {
  return (
    <Skeleton label="Loading: The import">
      <div className="space-y-3 max-md:px-4">
        <div className="flex items-center gap-3">
          <SkeletonBar className="size-10" />
          <div className="flex-1 space-y-2">
            <SkeletonBar className="h-4 w-2/5" />
            <SkeletonBar className="h-3 w-1/4" />
          </div>
        </div>
        <SkeletonBar className="h-50 w-full" />
        <SkeletonBar className="h-80 w-full" />
      </div>
    </Skeleton>
  )
}

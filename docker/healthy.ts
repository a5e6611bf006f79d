/** The health check of a container: leaves with 0 if the address answers 200. */
const [address = ''] = process.argv.slice(2)
const healthy = await fetch(address, { signal: AbortSignal.timeout(2500) }).then(
  (answer) => answer.ok,
  () => false,
)
process.exitCode = healthy ? 0 : 1

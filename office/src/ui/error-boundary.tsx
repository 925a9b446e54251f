import { logWarning } from '@marquee/ui-kit/lib/log.ts'
import { Component, type ReactNode } from 'react'
import { ErrorState } from './states.tsx'

interface State {
  error: Error | undefined
}

/** Shows an error of a page instead of an empty window. React has no function for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error) {
    logWarning('page failed:', error)
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="mx-auto max-w-xl p-6">
        <ErrorState error={error} onRetry={() => this.setState({ error: undefined })} />
      </main>
    )
  }
}

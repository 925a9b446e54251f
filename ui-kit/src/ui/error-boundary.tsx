import { Component, type ReactNode } from 'react'
import { logWarning } from '../lib/log.ts'

interface Props {
  children: ReactNode
  fallback: (error: Error, retry: () => void) => ReactNode
  /** Renders the children again when it changes. */
  resetKey?: string
}

interface State {
  error: Error | undefined
}

/** Shows `fallback` after a rendering error. A class, because React has no hook for this. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error) {
    logWarning('rendering failed:', error)
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.error && resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, this.retry) : this.props.children
  }
}

import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  fallback: ReactNode
  /** Another value here is another chance. */
  resetBy: string
}
interface State {
  brokenAt: string | undefined
}

/** Stands in for what broke while it was rendered. A class, because React has no other way to catch that. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { brokenAt: undefined }

  static getDerivedStateFromError(): State {
    return { brokenAt: '' }
  }

  static getDerivedStateFromProps({ resetBy }: Props, { brokenAt }: State): State | null {
    if (brokenAt === '') return { brokenAt: resetBy }
    return brokenAt === resetBy ? null : { brokenAt: undefined }
  }

  override render() {
    return this.state.brokenAt === undefined ? this.props.children : this.props.fallback
  }
}

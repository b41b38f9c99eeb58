import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  /** Another place: what broke there before does not matter here. */
  place?: string;
  children: ReactNode;
}
interface ErrorBoundaryState {
  broken: boolean;
  place: string | undefined;
}

/** Keeps a screen that broke from taking the rest with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { broken: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { broken: true };
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return place === state.place ? null : { broken: false, place };
  }

  override render() {
    return this.state.broken ? <ErrorScreen /> : this.props.children;
  }
}

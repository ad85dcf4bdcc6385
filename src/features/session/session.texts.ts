/** Source: spec sections 2 and 8 unless marked 'Our choice'. */
export const texts = {
  heading: 'Welcome Back',
  subtitle: (brand: string) => `Sign in to your ${brand} account`,
  email: 'Email Address',
  password: 'Password',
  rememberMe: 'Remember me',
  forgotPassword: 'Forgot password?',
  signIn: 'Sign In',
  noAccount: "Don't have an account?",
  contactAdministrator: 'Contact Administrator',
  loginFailed: 'Login failed. Please try again.',
  unknownRole: 'Unknown role',
  /** Our choice. */
  understood: 'OK',
} as const;

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  wrongCredentials: 'The email address or the password is not right.',
  tooBusy: 'Many people are signing in right now. Try again in a few seconds.',
} as const;

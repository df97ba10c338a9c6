{{- define "florin.name" -}}
{{- if contains "florin" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-florin" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "florin.selector" -}}
app.kubernetes.io/name: florin
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "florin.labels" -}}
{{ include "florin.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "florin.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "florin.container" -}}
image: {{ include "florin.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: secrets
    mountPath: /etc/florin/secrets
    readOnly: true
  - name: temporary
    mountPath: /tmp
{{- end }}

{{- define "florin.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secret }}
      defaultMode: 0440
  - name: temporary
    emptyDir: {}
{{- end }}
